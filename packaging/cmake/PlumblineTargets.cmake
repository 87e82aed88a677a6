# SPDX-License-Identifier: GPL-3.0-or-later
# How every library, program and test of Plumbline is declared.

# plumbline_flags: the one place for compiler flags; every target links it.
add_library(plumbline_flags INTERFACE)
target_include_directories(plumbline_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(plumbline_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
  -Wconversion -Wno-sign-conversion -Wformat=2)
# Once g++ optimises, it warns of members of std::optional, std::string and std::stop_token that are never read unset; no error
# therefore. Version 12 also warns of overlapping copies inside std::string (GCC bug 105329); that is off.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND (PLUMBLINE_OPTIMISE OR NOT CMAKE_BUILD_TYPE STREQUAL Debug))
  target_compile_options(plumbline_flags INTERFACE
    $<$<BOOL:${PLUMBLINE_WERROR}>:-Wno-error=maybe-uninitialized>
    $<$<VERSION_LESS:${CMAKE_CXX_COMPILER_VERSION},13>:-Wno-restrict>)
endif()
# In a batch g++ takes a source's anonymous namespace for one of a header, and warns of classes that use it.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_UNITY_BUILD)
  target_compile_options(plumbline_flags INTERFACE -Wno-subobject-linkage)
endif()
target_compile_definitions(plumbline_flags INTERFACE
  QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
  QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_DISABLE_DEPRECATED_BEFORE=0x060400
  $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(PLUMBLINE_WERROR)
  target_compile_options(plumbline_flags INTERFACE -Werror)
endif()
# Hardening of everything that is optimised; .ci/hardening checks the programs. Debug builds have the assertions alone,
# since FORTIFY needs optimisation, and sanitizers find more by themselves.
if(PLUMBLINE_HARDEN AND NOT PLUMBLINE_SANITIZE)
  set(optimised $<NOT:$<CONFIG:Debug>>)
  target_compile_options(plumbline_flags INTERFACE
    $<${optimised}:-fstack-protector-strong> $<${optimised}:-fstack-clash-protection>
    $<${optimised}:-U_FORTIFY_SOURCE> $<${optimised}:-D_FORTIFY_SOURCE=3> $<${optimised}:-D_GLIBCXX_ASSERTIONS>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i.86)$")
    target_compile_options(plumbline_flags INTERFACE $<${optimised}:-fcf-protection=full>)
  endif()
  target_link_options(plumbline_flags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
endif()
if(PLUMBLINE_SANITIZE)
  target_compile_options(plumbline_flags INTERFACE
    -fsanitize=${PLUMBLINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    -g1)  # a stack trace needs lines, not types; a third of the time and the room is saved
  target_link_options(plumbline_flags INTERFACE -fsanitize=${PLUMBLINE_SANITIZE})
endif()

# ccache and mold are used when they are there; nothing needs them.
find_program(PLUMBLINE_CCACHE ccache)
if(PLUMBLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PLUMBLINE_CCACHE}")
endif()
find_program(PLUMBLINE_MOLD mold)
if(PLUMBLINE_MOLD)
  target_link_options(plumbline_flags INTERFACE -fuse-ld=mold)
endif()

# Static or shared, every build compiles the libraries with the same words, so that ccache knows them again.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# plumbline_qtest is Qt6::Test without the definition of each test's own folders, which no two tests could share.
add_library(plumbline_qtest INTERFACE)
target_include_directories(plumbline_qtest SYSTEM INTERFACE $<TARGET_PROPERTY:Qt6::Test,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(plumbline_qtest INTERFACE QT_TESTLIB_LIB)
target_link_libraries(plumbline_qtest INTERFACE Qt6::Core $<TARGET_LINKER_FILE:Qt6::Test>)

# With PLUMBLINE_PCH=tests each test begins with headers that were compiled once, which takes a third of the time: one set
# with Qt's core, one with its widgets. With "all" the libraries of the window do too; that is for a build from nothing, because ccache
# cannot compare precompiled headers and is not used for these targets. Executables are compiled as libraries are, so that
# all share a set.
if(PLUMBLINE_PCH)
  set(CMAKE_CXX_COMPILE_OPTIONS_PIE "-fPIC")
  set(window <algorithm> <array> <functional> <map> <memory> <optional> <span> <string> <string_view> <utility> <variant>
             <vector> <tl/expected.hpp> <QAbstractItemModel> <QAction> <QApplication> <QLabel> <QObject> <QPainter> <QString> <QStringList>
             <QTableView> <QVBoxLayout> <QWidget>)
  set(core <algorithm> <array> <chrono> <cmath> <functional> <map> <memory> <optional> <span> <string> <string_view>
           <utility> <variant> <vector> <tl/expected.hpp> <QByteArray> <QDir> <QFile> <QJsonArray> <QJsonDocument>
           <QJsonObject> <QObject> <QString> <QStringList> <QTemporaryDir> <QTest>)
  set(widgets ${core} <QAction> <QApplication> <QLabel> <QPainter> <QSignalSpy> <QSortFilterProxyModel> <QTableView>
              <QVBoxLayout> <QWidget>)
endif()
function(plumbline_precompile target set)
  if(NOT PLUMBLINE_PCH)
    return()
  endif()
  set(owner plumbline_headers_${set})
  if(NOT TARGET ${owner})
    file(WRITE "${CMAKE_BINARY_DIR}/headers_${set}.cpp" "")
    add_library(${owner} OBJECT "${CMAKE_BINARY_DIR}/headers_${set}.cpp")
    set_target_properties(${owner} PROPERTIES CXX_COMPILER_LAUNCHER "")
    target_link_libraries(${owner} PRIVATE plumbline_flags tl::expected)
    if("${set}" MATCHES "^(window|widgets)$")
      target_link_libraries(${owner} PRIVATE Qt6::Widgets)
    endif()
    if("${set}" MATCHES "^(core|widgets)$")
      target_link_libraries(${owner} PRIVATE Qt6::Core plumbline_qtest)
    endif()
    target_precompile_headers(${owner} PRIVATE ${${set}})
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# plumbline_add_library(tables SOURCES a.cpp ... DEPS base text PUBLIC Qt6::Core PRIVATE x)
# makes the library plumbline_tables with the alias plumbline::tables; static, or shared where the preset asks for it (the
# tests: some 160 programs that each carry all of Plumbline and its debug information fill a disk). AUTOMOC only with MOC.
function(plumbline_add_library name)
  cmake_parse_arguments(ARG "MOC" "" "SOURCES;DEPS;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    add_library(plumbline_${name} ${ARG_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(plumbline_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(plumbline::${name} ALIAS plumbline_${name})
  target_link_libraries(plumbline_${name} ${scope} plumbline_flags)
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(plumbline_${name} ${scope} plumbline::${dep})
  endforeach()
  if(ARG_PUBLIC)
    target_link_libraries(plumbline_${name} ${scope} ${ARG_PUBLIC})
  endif()
  if(ARG_PRIVATE)
    target_link_libraries(plumbline_${name} PRIVATE ${ARG_PRIVATE})
  endif()
  if(ARG_MOC)
    set_target_properties(plumbline_${name} PROPERTIES AUTOMOC ON)
  endif()
  if(PLUMBLINE_PCH STREQUAL "all" AND name MATCHES "^(ui_[^s]|ui_s[^e]|gui)")  # ui_settings has no widgets and no Qt Gui
    plumbline_precompile(plumbline_${name} window)
  endif()
  if(PLUMBLINE_OPTIMISE STREQUAL "all" OR name IN_LIST PLUMBLINE_OPTIMISE)
    target_compile_options(plumbline_${name} PRIVATE $<$<CONFIG:Debug>:-Og>)
  endif()
  if(name IN_LIST PLUMBLINE_FILE_BY_FILE)  # set by packaging/mutate.sh, which edits one source after the other
    set_target_properties(plumbline_${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  # Nothing is exported by name, and a macro that only shared libraries get would keep ccache from knowing them.
  set_target_properties(plumbline_${name} PROPERTIES DEFINE_SYMBOL "")
endfunction()

# plumbline_add_program(plumbline SOURCES main.cpp LIBS plumbline::shell): lands in <build>/bin, and in the package of its name.
function(plumbline_add_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  string(REPLACE "-" "_" target "${name}")
  add_executable(${target}_program ${ARG_SOURCES})
  set_target_properties(${target}_program PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  target_link_libraries(${target}_program PRIVATE plumbline_flags ${ARG_LIBS})
  if(PLUMBLINE_PORTABLE)  # RPATH, since RUNPATH does not hold for the libraries that libraries need
    set_target_properties(${target}_program PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
    target_link_options(${target}_program PRIVATE -Wl,--disable-new-dtags)
  endif()
  install(TARGETS ${target}_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${name})
endfunction()

# plumbline_moc_test: most tests are one source that includes its own .moc. For those moc runs once, without AUTOMOC's scan
# and its extra source, a second per program. Tests with Q_OBJECT in a header keep AUTOMOC.
function(plumbline_moc_test target)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source STEM stem)
    file(STRINGS "${source}" own_moc REGEX "^#include \"${stem}\\.moc\"$")
    if(source MATCHES "\\.cpp$" AND NOT own_moc)
      set_target_properties(${target} PROPERTIES AUTOMOC ON)
      return()
    endif()
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
  file(MAKE_DIRECTORY "${folder}")
  foreach(source IN LISTS ARGN)
    if(source MATCHES "\\.cpp$")
      cmake_path(GET source STEM stem)
      add_custom_command(OUTPUT "${folder}/${stem}.moc" DEPENDS "${source}" VERBATIM
        COMMAND Qt6::moc "${CMAKE_CURRENT_SOURCE_DIR}/${source}" -o "${folder}/${stem}.moc")
      target_sources(${target} PRIVATE "${folder}/${stem}.moc")
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()

# plumbline_add_test(tables_scan SOURCES scan_test.cpp LIBS plumbline::tables LABELS core [TIMEOUT 60] [REFERENCE])
# A Qt Test program run offscreen, away from the user's settings, with a time limit and a JUnit file. A Qt warning fails
# it; an expected one is named with QTest::ignoreMessage. Only the offscreen platform's own "This plugin does not support
# propagateSizeHints()" is let through, hence the spelled-out "does not begin with 'This p'". A REFERENCE test exits with 77
# and is skipped where the reference material is missing (tests/support/reference_material.h).
function(plumbline_add_test name)
  cmake_parse_arguments(ARG "REFERENCE" "TIMEOUT" "SOURCES;LIBS;LABELS;ENV" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)  # a busy machine
  endif()
  if(PLUMBLINE_SANITIZE)
    math(EXPR ARG_TIMEOUT "4 * ${ARG_TIMEOUT}")
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  set_target_properties(test_${name} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/bin")
  plumbline_moc_test(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE plumbline_flags plumbline_qtest ${ARG_LIBS})
  # All pages have widgets, only ui_settings has none.
  if("${ARG_LIBS}" MATCHES "plumbline::(ui_[^s]|ui_s[^e]|gui)|Qt6::Widgets")
    plumbline_precompile(test_${name} widgets)
  elseif(NOT Qt6::Gui IN_LIST ARG_LIBS)  # with it alone Qt's headers are others than in either set
    plumbline_precompile(test_${name} core)
  endif()
  target_compile_definitions(test_${name} PRIVATE
    PLUMBLINE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PLUMBLINE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND test_${name}
           -o "${CMAKE_BINARY_DIR}/tests/junit/${name}.xml,junitxml" -o -,txt)
  set(home "${CMAKE_BINARY_DIR}/tests/home/${name}")
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/tests/junit" "${home}/config" "${home}/run" "${home}/data" "${home}/cache")
  file(CHMOD "${home}/run" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  # What may take long begins first, so that no processor waits for it at the end.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} COST ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    FAIL_REGULAR_EXPRESSION "QWARN  : [A-Za-z0-9_:]+\\([^\n]*\\) ([^T\n]|T[^h]|Th[^i]|Thi[^s]|This[^ ]|This [^p]);QCRITICAL: "
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_STATE_HOME=${home}/state;XDG_RUNTIME_DIR=${home}/run;LC_ALL=C.UTF-8;TZ=UTC;${ARG_ENV}")
  if(ARG_REFERENCE)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()
