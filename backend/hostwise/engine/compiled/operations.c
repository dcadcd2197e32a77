/* The operations of formulas, as primitives.py defines them on arrays: for one value each, or for the members of one. */

#include <math.h>
#include <string.h>

typedef double (*Function)(double);

/* Of SciPy, so that both ways give the same numbers. */
static Function normal, normal_inverse;

static inline double op_maximum(double a, double b) { return a >= b || isnan(a) ? a : b; }
static inline double op_minimum(double a, double b) { return a <= b || isnan(a) ? a : b; }
static inline double op_fmax(double a, double b) { return a >= b || isnan(b) ? a : b; }
static inline double op_fmin(double a, double b) { return a <= b || isnan(b) ? a : b; }
/* Most growth rates are zero, and the power of one is one. */
static inline double op_power(double base, double exponent) { return base == 1 ? 1.0 : pow(base, exponent); }
/* Without a call for numbers that a whole number of the processor holds. */
static inline double whole_part(double x) { return x >= 0 && x < 1e15 ? (double)(long)x : floor(x); }
static inline double op_ceil_count(double x) {
  const double least = x * (1 - COUNT_SLACK);
  if (!(least >= 0 && least < 1e15)) return ceil(least);
  const double whole = (double)(long)least;
  return whole < least ? whole + 1 : whole;
}
static inline double op_floor_count(double x) { return whole_part(x * (1 + COUNT_SLACK)); }
static inline double op_if_finite(double x) { return isinf(x) ? NAN : x; }

static inline double op_needed(double demand, double supply) {
  if (isnan(demand) || isnan(supply)) return NAN;
  return supply > 0 ? demand / supply : demand > 0 ? INFINITY : 0.0;
}

static inline double op_first_known(int count, const double *x) {
  int place = 0;
  while (place < count - 1 && isnan(x[place])) place++;
  return x[place];
}

static inline double op_largest_known(int count, const double *x) {
  double result = x[0];
  for (int place = 1; place < count; place++) result = op_fmax(result, x[place]);
  return result;
}

static inline double op_sum_known(int count, const double *x) {
  double sum = 0;
  int known = 0;
  for (int place = 0; place < count; place++)
    if (!isnan(x[place])) sum += x[place], known = 1;
  return known ? sum : NAN;
}

static inline double op_one_if_within(int count, const double *x) {
  double sum = 0;
  if (op_largest_known(count, x) > 0) return INFINITY;
  for (int place = 0; place < count; place++) sum += x[place];
  return isnan(sum) ? NAN : 1.0;
}

static inline double op_thresholds_reached(int count, const double *x) {
  double reached = 0;
  for (int place = 1; place < count; place++) reached += isnan(x[0] - x[place]) ? NAN : x[0] >= x[place];
  return reached;
}

static inline double op_count_positive(int count, const double *x) {
  double found = 0;
  for (int place = 0; place < count; place++) found += isnan(x[place]) ? NAN : x[place] > 0;
  return found;
}

static inline double op_chosen(int count, const double *x) {
  for (int place = count - 2; place >= 0; place--)
    if (x[0] == place) return x[place + 1];
  return NAN;
}

/* ---- members to one value */

/* In the order in which NumPy adds, so that the last bits agree, too. */
static double op_total(const double *x, long n) {
  if (n < 8) {
    double sum = -0.0;
    for (long i = 0; i < n; i++) sum += x[i];
    return sum;
  }
  if (n <= 128) {
    double r[8];
    long i;
    memcpy(r, x, sizeof r);
    for (i = 8; i < n - n % 8; i += 8)
      for (int k = 0; k < 8; k++) r[k] += x[i + k];
    double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; i < n; i++) sum += x[i];
    return sum;
  }
  long half = n / 2 - n / 2 % 8;
  return op_total(x, half) + op_total(x + half, n - half);
}

static double op_largest(const double *x, long n) {
  double result = x[0];
  /* Mostly one comparison says that it stays. */
  for (long i = 1; i < n; i++)
    if (!(x[i] <= result)) result = op_maximum(result, x[i]);
  return result;
}

static double op_smallest(const double *x, long n) {
  double result = x[0];
  for (long i = 1; i < n; i++) result = op_minimum(result, x[i]);
  return result;
}

static double op_at_start(const double *x, long n) { return n > 0 ? x[0] : NAN; }

/* The bins that things of more than half a bin need, with what cannot share one of theirs: see bin_bound.py. */
static double bins_by_halves(const double *restrict count, const double *restrict share, long n, double half) {
  const double full = 1 + COUNT_SLACK;
  double bins = 0;
  for (long j = 0; j < n; j++) {
    double own = 0, apart = 0;
    if (!(count[j] > 0 && share[j] > full / 2)) continue;
    for (long i = 0; i < n; i++) {
      if (share[i] >= share[j]) own += count[i];
      else if (share[i] > full - share[j]) apart += count[i] * share[i];
    }
    bins = op_fmax(bins, own + op_fmax(half - own, op_ceil_count(apart)));
  }
  return bins;
}

/* Few kinds are compared pair by pair, many by how many of them a bin holds. */
enum { FEW_KINDS = 12 };

static double op_least_bins(const double *restrict count, const double *restrict size, const double *restrict rooms,
                            long n) {
  const double full = 1 + COUNT_SLACK, room = rooms[0], per_room = 1 / room;
  double taken = 0, most = 0;
  int unknown = isnan(room);
  for (long i = 0; i < n; i++) {
    unknown |= isnan(count[i]) | isnan(size[i]);
    if (!(count[i] > 0 && size[i] > 0)) continue;
    taken += count[i] * size[i];
    if (size[i] > most) most = size[i];
  }
  if (unknown) return NAN;
  if (isinf(room) && room > 0) {
    for (long i = 0; i < n; i++)
      if (isinf(size[i])) return NAN;
    return 0;
  }
  if (most == 0) return 0;
  if (!(room > 0) || most > room * full || isinf(taken)) return INFINITY;
  /* One kind: no bound is above that by number. */
  if (n == 1) return op_ceil_count(count[0] / whole_part(full * room / size[0]));
  double share[n], half = 0, bins = op_ceil_count(taken * per_room);
  for (long i = 0; i < n; i++) {
    share[i] = count[i] > 0 && size[i] > 0 ? size[i] * per_room : 0;
    if (share[i] > full / 2) half += count[i];
  }
  if (n <= FEW_KINDS) {
    for (long j = 0; j < n; j++) {
      if (!(share[j] > 0)) continue;
      double per_bin = whole_part(full / share[j]), larger = 0;
      if (per_bin > MOST_PER_BIN) larger = count[j];
      else
        for (long i = 0; i < n; i++)
          if (share[i] >= share[j]) larger += count[i];
      if (larger > bins * per_bin) bins = op_fmax(bins, op_ceil_count(larger / per_bin));
    }
  } else {
    double held[MOST_PER_BIN + 1], larger = 0;
    memset(held, 0, sizeof held);
    for (long i = 0; i < n; i++) {
      if (!(share[i] > 0)) continue;
      double per_bin = full / share[i];
      if (per_bin < MOST_PER_BIN + 1) held[(int)per_bin] += count[i];
      else if (count[i] > bins * (per_bin - 1)) bins = op_fmax(bins, op_ceil_count(count[i] / whole_part(per_bin)));
    }
    for (long k = 1; k <= MOST_PER_BIN; k++) {
      larger += held[k];
      if (larger > bins * k) bins = op_fmax(bins, op_ceil_count(larger / k));
    }
  }
  return half > 0 ? op_fmax(bins, bins_by_halves(count, share, n, half)) : bins;
}

static int sign_of(double x) { return (x > 0) - (x < 0); }

/* How often the sign changes from one amount that is not 0 to the next; `first` becomes the first sign. */
static int sign_changes(const double *x, long n, int *first) {
  int before = 0, changes = 0;
  *first = 0;
  for (long i = 0; i < n; i++) {
    int sign = sign_of(x[i]);
    if (sign == 0) continue;
    if (before == 0) *first = sign;
    changes += before * sign < 0;
    before = sign;
  }
  return changes;
}

static double op_internal_rate(const double *x, long n) {
  double sums[n], sum = 0, low = 0, high;
  int first, other;
  for (long i = 0; i < n; i++) sums[i] = sum += x[i];
  if (isnan(sum)) return NAN;
  int once = sign_changes(x, n, &first) == 1;
  if (!once && (sign_changes(sums, n, &other) != 1 || op_total(x, n) == 0)) return NAN;
  high = once ? 1.0 : 0.5;
  for (int halving = 0; halving < HALVINGS; halving++) {
    double place = (low + high) / 2, factor = 2 * place, value = 0;
    for (long i = n - 1; i >= 0; i--) value = value * factor + x[i];
    if (sign_of(value) == first) low = place;
    else high = place;
  }
  double year = low + high;
  for (int month = 1; month < MONTHS_PER_YEAR; month++) year *= low + high;
  return 1 / year - 1;
}

static double op_payback(const double *x, long n) {
  double sum = 0, dust = 0, months = 0, before = 0;
  int below = 0;
  for (long i = 0; i < n; i++) {
    /* The part of the next month that covers the deficit; the month after it corrects this if that is not enough. */
    if (i && below) months = i - 1 + (x[i] > 0 ? -before / x[i] : 1);
    before = sum += x[i];
    dust += fabs(x[i]);
    below = sum < -COUNT_SLACK * dust;
  }
  return isnan(sum) ? NAN : below ? INFINITY : months / MONTHS_PER_YEAR;
}

/* What one group has written after some years, in years of today's writes, from the logarithm of its growth. */
static inline double years_written(double logarithm, double years) {
  return logarithm == 0 ? years : expm1(years * logarithm) / logarithm;
}

/* Years in which one group has written an amount. */
static double alone(double amount, double share, double logarithm) {
  double life = amount / share, grown = life * logarithm;
  return logarithm == 0 ? life : grown <= -1 ? INFINITY : log1p(grown) / logarithm;
}

#define ALIKE 16

/* The groups with those that grow alike taken together, as long as they are few; how many there are then. */
static long groups_alike(double *share, double *growth, const double *shares, const double *rates, long n) {
  long found = 0;
  for (long i = 0; i < n; i++) {
    long place = 0, last = found < ALIKE ? found : ALIKE;
    while (place < last && growth[place] != rates[i]) place++;
    if (place < last) share[place] += shares[i];
    else share[found] = shares[i], growth[found++] = rates[i];
  }
  return found;
}

/* Whether a share or a growth is unknown, or none that can be. */
static int senseless(const double *shares, const double *rates, long n) {
  for (long i = 0; i < n; i++)
    if (!(shares[i] >= 0 && isfinite(shares[i]) && rates[i] > -1 && isfinite(rates[i]))) return 1;
  return 0;
}

static double op_years_until_written(double amount, const double *shares, const double *rates, long n) {
  double share[n], growth[n], all = 0, ever = 0, mean = 0, fastest = -INFINITY, late = INFINITY, early = 0;
  if (isnan(amount) || senseless(shares, rates, n)) return NAN;
  n = groups_alike(share, growth, shares, rates, n);
  for (long i = 0; i < n; i++) {
    growth[i] = log1p(growth[i]);
    if (!(share[i] > 0)) continue;
    all += share[i];
    fastest = op_maximum(fastest, growth[i]);
    ever += growth[i] < 0 ? share[i] / -growth[i] : INFINITY;
    mean += share[i] * growth[i];
    late = op_minimum(late, alone(amount, share[i], growth[i]));
  }
  if (amount == INFINITY || all == 0 || (fastest < 0 && amount >= ever)) return INFINITY;
  if (amount <= 0) return 0;
  if (n == 1) return late;
  /* The sum over the groups is at least what is written at the mean of the logarithms. */
  late = op_minimum(late, alone(amount, all, mean / all));
  if (isinf(late)) late = 1;
  for (int step = 0; step < STEPS; step++) {
    double value = 0;
    for (long i = 0; i < n; i++)
      if (share[i] > 0) value += share[i] * years_written(growth[i], late);
    if (!(value < amount * (1 - 1e-14))) break;
    early = late;
    late *= 2;
  }
  double time = late;
  for (int step = 0; step < STEPS; step++) {
    double value = 0, speed = 0;
    for (long i = 0; i < n; i++) {
      if (!(share[i] > 0)) continue;
      double more = expm1(growth[i] * time);
      value += share[i] * (growth[i] == 0 ? time : more / growth[i]);
      speed += share[i] * (more + 1);
    }
    if (value < amount) early = time;
    else late = time;
    double following = time + log(amount / value) * value / speed;
    if (!(following >= early && following <= late)) following = (early + late) / 2;
    double moved = fabs(following - time);
    time = following;
    if (moved <= 1e-14 * following) break;
  }
  return time;
}

/* ---- members to members */

static void unknown(double *y, long n) {
  for (long i = 0; i < n; i++) y[i] = NAN;
}

static void op_by_year(double *restrict y, const double *restrict x, long n) {
  y[0] = x[0];
  for (long i = 1, year = 1; i < n; i += MONTHS_PER_YEAR, year++) {
    /* Missing months of the last year count as 0, and are added in their place. */
    double months[MONTHS_PER_YEAR] = {0};
    memcpy(months, x + i, sizeof(double) * (n - i < MONTHS_PER_YEAR ? n - i : MONTHS_PER_YEAR));
    y[year] = op_total(months, MONTHS_PER_YEAR);
  }
}

/* Mostly nothing is left over, and a group has what is whole of its own. */
static void op_whole_spread(double *restrict y, const double *restrict x, long n) {
  double grains[n], sum = op_total(x, n), whole = 0;
  for (long i = 0; i < n; i++) whole += y[i] = op_floor_count(x[i]);
  const double left = isinf(sum) ? 0 : op_floor_count(sum) - whole;
  if (isnan(left)) unknown(y, n);
  if (!(left > 0)) return;
  for (long i = 0; i < n; i++) grains[i] = floor((x[i] - y[i]) / COUNT_SLACK + 0.5);
  for (long i = 0; i < n; i++) {
    double before = 0;
    for (long k = 0; k < n; k++) before += grains[k] > grains[i] || (grains[k] == grains[i] && k < i);
    y[i] += before < left;
  }
}

static void op_running_total(double *restrict y, const double *restrict x, long n) {
  double sum = -0.0;
  for (long i = 0; i < n; i++) y[i] = sum += x[i];
}

static void op_running_largest(double *restrict y, const double *restrict x, long n) {
  double result = x[0];
  for (long i = 0; i < n; i++) {
    if (!(x[i] <= result)) result = op_maximum(result, x[i]);
    y[i] = result;
  }
}

static void op_largest_of_term(double *restrict y, const double *restrict x, const double *restrict terms, long n) {
  for (long i = 0; i < n; i++) {
    y[i] = isnan(terms[i]) || (i > 0 && isnan(terms[i - 1])) ? NAN : x[i];
    if (i > 0 && terms[i] == terms[i - 1]) y[i] = op_maximum(y[i], y[i - 1]);
  }
}

static void op_added(double *restrict y, const double *restrict x, long n) {
  y[0] = x[0];
  for (long i = 1; i < n; i++) y[i] = x[i] - x[i - 1];
}

static void op_in_batches(double *restrict y, const double *restrict needs, const double *restrict months,
                          const double *restrict least, long n) {
  double there = 0;
  for (long i = 0; i < n; i++) {
    double until = i + months[i] - 1;
    long last = isnan(until) || until < i ? i : until > n - 1 ? n - 1 : (long)until;
    double bought = there + op_maximum(needs[last] - there, least[i]);
    if (isnan(needs[i] + months[i] + least[i])) there = NAN;
    y[i] = there = needs[i] > there ? bought : there;
  }
}

static void op_straight_line(double *restrict y, const double *restrict x, const double *restrict months, long n) {
  for (long i = 0; i < n; i++) y[i] = 0;
  for (long from = 0; from < n; from++) {
    /* Nothing bought is nothing depreciated, unless over a time that makes it unknown. */
    if (x[from] == 0 && months[from] > 0) continue;
    if (isnan(x[from] + months[from])) {
      unknown(y, n);
      return;
    }
    for (long i = 0; i < n; i++) {
      double age = i > from ? i - from : 0, before = age > 1 ? age - 1 : 0;
      y[i] += x[from] * (op_minimum(age, months[from]) - op_minimum(before, months[from])) / months[from];
    }
  }
}

static void op_worn_so_far(double *restrict y, const double *restrict bought, const double *restrict begun,
                           const double *restrict wear, long n) {
  int unknown = 0;
  for (long i = 0; i < n; i++) y[i] = 0;
  for (long from = 0; from < n; from++) {
    if (bought[from] == 0) continue;
    for (long i = from; i < n; i++) y[i] += bought[from] * op_maximum(op_ceil_count(wear[i] - begun[from]) - 1, 0);
  }
  for (long i = 0; i < n; i++) {
    unknown |= isnan(bought[i] + begun[i]);
    if (unknown || isnan(wear[i])) y[i] = NAN;
  }
}

static void op_written_by_month(double *restrict y, const double *shares, const double *rates, long groups,
                                const double *restrict month, long months) {
  double share[groups], growth[groups];
  if (senseless(shares, rates, groups)) {
    unknown(y, months);
    return;
  }
  long found = groups_alike(share, growth, shares, rates, groups);
  for (long i = 0; i < months; i++) y[i] = isnan(month[i]) ? NAN : 0;
  for (long k = 0; k < found; k++) {
    double logarithm = log1p(growth[k]);
    if (share[k] == 0) continue;
    for (long i = 0; i < months; i++) y[i] += share[k] * years_written(logarithm, month[i] / MONTHS_PER_YEAR);
  }
}
