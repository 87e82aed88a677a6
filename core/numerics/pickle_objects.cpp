// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/pickle_objects.h"

#include <utility>

#include "core/numerics/load_value.h"

namespace plumbline::numerics {
namespace {

// A tensor costs about twenty objects, most of which are no values in the end; honest files stay far below.
constexpr std::uint64_t kMaxObjects = 4 * kMaxNodes;
constexpr std::int64_t kLeastShared = -8, kMostShared = 255;
constexpr ObjectId kFirstShared = 4;

}  // namespace

PickleObjects::PickleObjects() {
  add(PickleObject{.kind = ObjectKind::None});
  add(PickleObject{.kind = ObjectKind::Bool, .flag = false});
  add(PickleObject{.kind = ObjectKind::Bool, .flag = true});
  add(PickleObject{.kind = ObjectKind::Tuple});
  for (std::int64_t i = kLeastShared; i <= kMostShared; ++i)
    add(PickleObject{.kind = ObjectKind::Integer, .integer = i});
}

ObjectId PickleObjects::add(PickleObject object) {
  m_objects.push_back(std::move(object));
  return static_cast<ObjectId>(m_objects.size() - 1);
}

ObjectId PickleObjects::add(MadeTensor tensor) {
  m_tensors.push_back(std::move(tensor));
  return add(PickleObject{.kind = ObjectKind::Tensor, .index = static_cast<std::uint32_t>(m_tensors.size() - 1)});
}

ObjectId PickleObjects::add(MadeStorage storage) {
  m_storages.push_back(std::move(storage));
  return add(PickleObject{.kind = ObjectKind::Storage, .index = static_cast<std::uint32_t>(m_storages.size() - 1)});
}

ObjectId PickleObjects::integer(std::int64_t value) {
  if (value >= kLeastShared && value <= kMostShared) return kFirstShared + static_cast<ObjectId>(value - kLeastShared);
  return add(PickleObject{.kind = ObjectKind::Integer, .integer = value});
}

ObjectId PickleObjects::ownBytes(std::string bytes) {
  m_owned.push_back(std::make_shared<const std::string>(std::move(bytes)));
  return add(PickleObject{.kind = ObjectKind::Bytes,
                          .index = static_cast<std::uint32_t>(m_owned.size()),
                          .text = *m_owned.back()});
}

std::shared_ptr<const void> PickleObjects::ownerOf(ObjectId id) const {
  const std::uint32_t owner = at(id).index;
  return owner == 0 ? nullptr : m_owned[owner - 1];
}

bool PickleObjects::spend(std::size_t items) {
  m_spent += items;
  return m_spent <= kMaxObjects;
}

bool PickleObjects::isFull() const { return m_objects.size() > kMaxObjects || m_tensors.size() > kMaxNodes; }

}  // namespace plumbline::numerics
