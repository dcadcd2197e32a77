/* Looks at NumPy's arrays: where their numbers are, and how many. */

#include <stdint.h>

/* What follows the head that all objects of Python have; NumPy's binary interface fixes it. */
typedef struct {
  double *numbers;
  int axes;
  intptr_t *sizes, *steps;
  void *owner, *type;
  int flags;
} Array;

enum { SIDE_BY_SIDE = 0x1, ALIGNED = 0x100, MOST_AXES = 4 };

static void *(*item)(void *list, intptr_t place);
static intptr_t head;
static const void *array_class, *number_type;

void recognise(void *(*of_list)(void *, intptr_t), long size_of_head, const void *of_arrays, const void *of_numbers) {
  item = of_list;
  head = size_of_head;
  array_class = of_arrays;
  number_type = of_numbers;
}

/* The place of the first array, from one on, whose numbers cannot be read as they lie; of those before it the addresses
   and the sizes along their axes, ended by -1. */
long look(void *list, long from, long count, double **addresses, int *sizes) {
  for (long place = from; place < count; place++) {
    const char *object = item(list, place);
    /* The class of an object ends its head. */
    if (((const void **)(object + head))[-1] != array_class) return place;
    const Array *array = (const Array *)(object + head);
    const int plain = array->flags & SIDE_BY_SIDE && array->flags & ALIGNED;
    if (!plain || array->type != number_type || array->axes > MOST_AXES) return place;
    addresses[place] = array->numbers;
    for (int axis = 0; axis < MOST_AXES; axis++)
      sizes[place * MOST_AXES + axis] = axis < array->axes ? (int)array->sizes[axis] : -1;
  }
  return count;
}
