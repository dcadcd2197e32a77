/* Evaluates formulas for all samples, dates and configurations, as a program says that is made for each shape of inputs. */

typedef struct {
  long place;                       /* among the arrays that are given; below 0 for what is missing */
  long sample, date, configuration; /* steps to the next one; 0 where it does not vary */
  long quantity, count;             /* its number, and its members */
} Given;

typedef struct {
  long place, count;
} Lone;

typedef struct {
  long to;                    /* of the first sample, date and configuration, in the results */
  long row, configuration;    /* steps to the next date or configuration; 0 where it does not vary */
  long quantity, count;
} Wanted;

typedef struct {
  const Given *given;
  long given_count;
  const int *formulas; /* their numbers, in an order in which they can be computed */
  long formulas_count;
  const Wanted *wanted;
  long wanted_count;
} Part;

/* Of the first three parts one is the same everywhere, one varies with the sample and one with the date, too. The other
   three are the same for what also varies with the configuration. */
enum { ALL_DATES = 1, EACH_DATE, PARTS };

typedef struct {
  long samples, dates, configurations;
  long together; /* configurations that are computed sample by sample: each has a point of its own */
  long lanes;    /* samples that are computed at once, side by side in the point */
  Part parts[2][PARTS];
  const long *at;      /* places of the quantities in the point of each configuration of those */
  long quantities;
  const long *members; /* how many groups, months and years there are */
  const double *missing;
  const Lone *lone; /* arrays with one number for several members, which must be missing */
  long lone_count;
} Program;

void prepare(Function of_normal, Function of_normal_inverse) {
  normal = of_normal;
  normal_inverse = of_normal_inverse;
}

static void copy(double *to, const double *from, long count) {
  if (count == 1) *to = *from; /* as most are */
  else memcpy(to, from, sizeof(double) * count);
}

/* `w` samples from sample s on. */
static void compute(const Part *part, const Program *program, const long *at, long s, long w, long d, long c,
                    const double *const *inputs, double *results, double *point, double *room) {
  for (const Given *each = part->given; each < part->given + part->given_count; each++) {
    const double *from = each->place < 0 ? program->missing : inputs[each->place];
    for (long l = 0; l < w; l++)
      copy(point + at[each->quantity] + l * each->count,
           from + (s + l) * each->sample + d * each->date + c * each->configuration, each->count);
  }
  for (long k = 0; k < part->formulas_count; k++)
    formulas[part->formulas[k]](point, at, program->members, room, w);
  for (const Wanted *each = part->wanted; each < part->wanted + part->wanted_count; each++)
    for (long l = 0; l < w; l++)
      copy(results + each->to + ((s + l) * program->dates + d) * each->row + c * each->configuration,
           point + at[each->quantity] + l * each->count, each->count);
}

/* Whether it has been done. */
int run(const Program *program, const double *const *inputs, double *results, double *point, double *room) {
  for (const Lone *each = program->lone; each < program->lone + program->lone_count; each++)
    for (long i = 0; i < each->count; i++)
      if (!isnan(inputs[each->place][i])) return 0;
  for (long first = 0; first < program->configurations; first += program->together) {
    const long left = program->configurations - first;
    const long together = left < program->together ? left : program->together;
    for (long s = 0; s < program->samples; s += program->lanes) {
      const long w = program->samples - s < program->lanes ? program->samples - s : program->lanes;
      for (long d = 0; d < program->dates; d++) {
        /* What does not vary stays in its point. */
        const int begin = d ? EACH_DATE : s ? ALL_DATES : 0;
        for (int part = begin || !first ? begin : ALL_DATES; part < PARTS; part++)
          compute(&program->parts[0][part], program, program->at, s, w, d, first, inputs, results, point, room);
        for (long c = 0; c < together; c++)
          for (int part = begin; part < PARTS; part++)
            compute(&program->parts[1][part], program, program->at + c * program->quantities, s, w, d, first + c,
                    inputs, results, point, room);
      }
    }
  }
  return 1;
}
