// What the C interface cannot be asked of constants.

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

static size_t copyWords(const APInt &number, uint64_t *words, size_t room) {
  size_t count = number.getNumWords();
  if (count > room)
    return 0;
  std::copy_n(number.getRawData(), count, words);
  return count;
}

// The words of an integer constant, the least significant first; 0 for other constants and where there is too little room.
extern "C" size_t sanecc_integer_words(LLVMValueRef constant, uint64_t *words, size_t room) {
  auto *integer = dyn_cast<ConstantInt>(unwrap(constant));
  return integer && !integer->getType()->isVectorTy() ? copyWords(integer->getValue(), words, room) : 0;
}

// The encoding of a floating-point constant, likewise.
extern "C" size_t sanecc_float_words(LLVMValueRef constant, uint64_t *words, size_t room) {
  auto *number = dyn_cast<ConstantFP>(unwrap(constant));
  if (!number || number->getType()->isVectorTy())
    return 0;
  return copyWords(number->getValueAPF().bitcastToAPInt(), words, room);
}

// The block whose address a constant is, and its function.
extern "C" LLVMBasicBlockRef sanecc_label(LLVMValueRef constant, LLVMValueRef *function) {
  auto *label = cast<BlockAddress>(unwrap(constant));
  *function = wrap(label->getFunction());
  return wrap(label->getBasicBlock());
}

// The width that address arithmetic in the default address space wraps at.
extern "C" unsigned sanecc_index_bits(LLVMTargetDataRef layout) { return unwrap(layout)->getIndexSizeInBits(0); }

// How many parts an aggregate or vector has; 0 for others and for those of scalable size.
extern "C" uint64_t sanecc_parts(LLVMValueRef value) {
  auto *type = unwrap(value)->getType();
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements();
  if (auto *structure = dyn_cast<StructType>(type))
    return structure->getNumElements();
  return 0;
}

// A part of an aggregate or vector; null if it is none of a constant's parts.
extern "C" LLVMValueRef sanecc_part(LLVMValueRef value, unsigned number) {
  auto *constant = dyn_cast<Constant>(unwrap(value));
  return constant ? wrap(constant->getAggregateElement(number)) : nullptr;
}

// Adds what a number is computed from to `ends`: an address that is added, one that is subtracted; and `offset`. False where it is no such sum.
static bool addTerms(Constant *number, bool negative, const DataLayout &layout, Constant *ends[2], uint64_t &offset) {
  if (auto *integer = dyn_cast<ConstantInt>(number)) {
    if (integer->getBitWidth() > 64)
      return false;
    uint64_t value = integer->getValue().getSExtValue();
    offset += negative ? -value : value;
    return true;
  }
  auto *expression = dyn_cast<ConstantExpr>(number);
  if (!expression)
    return false;
  switch (expression->getOpcode()) {
  case Instruction::Trunc:
    return addTerms(expression->getOperand(0), negative, layout, ends, offset);
  case Instruction::Add:
  case Instruction::Sub: {
    bool second = negative != (expression->getOpcode() == Instruction::Sub);
    return addTerms(expression->getOperand(0), negative, layout, ends, offset) &&
           addTerms(expression->getOperand(1), second, layout, ends, offset);
  }
  case Instruction::PtrToInt: {
    auto *pointer = expression->getOperand(0);
    // A wider number has bits that a sum of narrower ones lacks.
    if (layout.getTypeSizeInBits(number->getType()) > layout.getTypeSizeInBits(pointer->getType()))
      return false;
    APInt distance(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto *base = pointer->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true);
    if (ends[negative])
      return false;
    ends[negative] = const_cast<Constant *>(cast<Constant>(base));
    uint64_t value = distance.getSExtValue();
    offset += negative ? -value : value;
    return true;
  }
  default:
    return false;
  }
}

// Takes a number apart that is computed from addresses: `to` minus `from` plus `offset`, of which `from` may be null. 0 where it is
// something else.
extern "C" LLVMBool sanecc_distance(LLVMValueRef value, LLVMTargetDataRef layout, LLVMValueRef *to, LLVMValueRef *from,
                                    int64_t *offset) {
  Constant *ends[2] = {};
  uint64_t sum = 0;
  if (!unwrap(value)->getType()->isIntegerTy() ||
      !addTerms(cast<Constant>(unwrap(value)), false, *unwrap(layout), ends, sum) || !ends[0])
    return false;
  *to = wrap(ends[0]);
  *from = ends[1] ? wrap(ends[1]) : nullptr;
  *offset = int64_t(sum);
  return true;
}

// The text of an argument for the compiler, by itself or alone in a list; null if it has none.
extern "C" const char *sanecc_metadata_text(LLVMValueRef value, size_t *length) {
  auto *argument = dyn_cast<MetadataAsValue>(unwrap(value));
  if (!argument)
    return nullptr;
  Metadata *metadata = argument->getMetadata();
  if (auto *list = dyn_cast<MDNode>(metadata); list && list->getNumOperands() == 1)
    metadata = list->getOperand(0);
  auto *text = dyn_cast_or_null<MDString>(metadata);
  if (!text)
    return nullptr;
  *length = text->getString().size();
  return text->getString().data();
}

namespace {

// Reads an initial value part by part.
struct Reader {
  const DataLayout &layout;
  void *state;
  void (*put)(void *, uint64_t, const uint8_t *, uint64_t);
  void (*leave)(void *, uint64_t, uint64_t, LLVMBool);

  // The bytes of a number, in the target's order.
  void number(const APInt &value, uint64_t at, uint64_t length) {
    SmallVector<uint8_t, 16> bytes;
    for (uint64_t index = 0; index < length; ++index) {
      uint64_t shift = 8 * (layout.isLittleEndian() ? index : length - 1 - index);
      bool inside = shift < value.getBitWidth();
      bytes.push_back(inside ? uint8_t(value.lshr(shift).getRawData()[0]) : 0);
    }
    put(state, at, bytes.data(), length);
  }

  void part(const Constant *constant, uint64_t at) {
    auto *type = constant->getType();
    uint64_t length = layout.getTypeStoreSize(type);
    if (isa<UndefValue>(constant)) {
      leave(state, at, layout.getTypeAllocSize(type), true);
    } else if (constant->isNullValue()) {
      return;
    } else if (auto *integer = dyn_cast<ConstantInt>(constant)) {
      number(integer->getValue(), at, length);
    } else if (auto *real = dyn_cast<ConstantFP>(constant)) {
      number(real->getValueAPF().bitcastToAPInt(), at, length);
    } else if (auto *data = dyn_cast<ConstantDataSequential>(constant);
               data && (layout.isLittleEndian() || data->getElementByteSize() == 1)) {
      auto bytes = data->getRawDataValues();
      put(state, at, reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
    } else if (auto *structure = dyn_cast<ConstantStruct>(constant)) {
      auto *places = layout.getStructLayout(structure->getType());
      uint64_t next = 0;
      for (unsigned index = 0; index < structure->getNumOperands(); ++index) {
        auto *field = structure->getOperand(index);
        uint64_t offset = places->getElementOffset(index);
        if (offset > next)
          leave(state, at + next, offset - next, true);
        part(field, at + offset);
        next = offset + layout.getTypeStoreSize(field->getType());
      }
      uint64_t end = layout.getTypeAllocSize(type);
      if (end > next)
        leave(state, at + next, end - next, true);
    } else if (type->isArrayTy() || isa<FixedVectorType>(type)) {
      auto *element = type->isArrayTy() ? type->getArrayElementType() : cast<VectorType>(type)->getElementType();
      uint64_t step = type->isArrayTy() ? layout.getTypeAllocSize(element) : layout.getTypeStoreSize(element);
      uint64_t count = type->isArrayTy() ? type->getArrayNumElements() : cast<FixedVectorType>(type)->getNumElements();
      bool packed = !type->isArrayTy() && layout.getTypeSizeInBits(element) != 8 * step;
      for (uint64_t index = 0; index < count; ++index) {
        auto *next = constant->getAggregateElement(unsigned(index));
        if (!next || packed)
          return leave(state, at, length, false);
        part(next, at + index * step);
      }
    } else if (!type->isPointerTy()) {
      leave(state, at, length, false);
    }
  }
};

} // namespace

// Tells `put` the bytes of a constant that are not zero, and `leave` those without a value (its last argument is true) and those
// that only the linker or loader knows. Addresses are left out.
extern "C" void sanecc_read_initial(LLVMValueRef constant, LLVMTargetDataRef layout, void *state,
                                    void (*put)(void *, uint64_t, const uint8_t *, uint64_t),
                                    void (*leave)(void *, uint64_t, uint64_t, LLVMBool)) {
  Reader{*unwrap(layout), state, put, leave}.part(cast<Constant>(unwrap(constant)), 0);
}
