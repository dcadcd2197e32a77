/* Evaluates formulas for all samples and configurations, as a program says that is made for each shape of inputs. */

typedef struct {
  long from;                  /* of the first sample and configuration, in the inputs */
  long sample, configuration; /* steps to the next one; 0 where it does not vary */
  long at, count;             /* its place in the point, and its members */
} Given;

typedef struct {
  long to;                    /* the first sample and configuration, in the results */
  long sample, configuration; /* steps to the next one; 0 where it does not vary */
  long at, count;
} Wanted;

typedef struct {
  const Given *given;
  long given_count;
  const int *formulas; /* their numbers, in an order in which they can be computed */
  long formulas_count;
  const Wanted *wanted;
  long wanted_count;
} Part;

/* Of the three parts the first is the same everywhere, the second varies with the configuration alone, the third with
   the sample. */
typedef struct {
  long samples, configurations;
  Part parts[3];
  const long *at;      /* places of the quantities in a point, which has room for all of them */
  const long *members; /* how many groups, months and years there are */
} Program;

void prepare(Function of_normal, Function of_normal_inverse) {
  normal = of_normal;
  normal_inverse = of_normal_inverse;
}

void run(const Program *program, const double *inputs, double *results, double *point, double *room) {
  for (long c = 0; c < program->configurations; c++)
    for (long s = 0; s < program->samples; s++) {
      /* What does not vary stays in the point. */
      for (int part = s ? 2 : c ? 1 : 0; part < 3; part++) {
        const Part *these = &program->parts[part];
        for (const Given *each = these->given; each < these->given + these->given_count; each++)
          memcpy(point + each->at, inputs + each->from + s * each->sample + c * each->configuration,
                 sizeof(double) * each->count);
        for (long k = 0; k < these->formulas_count; k++)
          formulas[these->formulas[k]](point, program->at, program->members, room);
        for (const Wanted *each = these->wanted; each < these->wanted + these->wanted_count; each++)
          memcpy(results + each->to + s * each->sample + c * each->configuration, point + each->at,
                 sizeof(double) * each->count);
      }
    }
}
