# SPDX-License-Identifier: GPL-3.0-or-later
# plumbline_embed(rule_data NAMESPACE plumbline::resources FILES a.toml b.toml)
# Turns data files into one C++ source with a lookup by file name, so that the programs need no files beside them
# and core/ needs no Qt resource system. The header is core/base/embedded.h style: see resources/CMakeLists.txt.
function(plumbline_embed target)
  cmake_parse_arguments(ARG "" "" "FILES" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  set(paths)
  foreach(f IN LISTS ARG_FILES)
    get_filename_component(abs "${f}" ABSOLUTE)
    list(APPEND paths "${abs}")
  endforeach()
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${source}" "-DROOT=${PROJECT_SOURCE_DIR}/resources"
            "-DFILES=${paths}" -P "${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedFiles.cmake"
    DEPENDS ${paths} "${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedFiles.cmake"
    VERBATIM)
  add_library(plumbline_${target} "${source}")
  add_library(plumbline::${target} ALIAS plumbline_${target})
  target_link_libraries(plumbline_${target} PUBLIC plumbline_flags)
endfunction()
