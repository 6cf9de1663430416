/**
 * Returns SQL for the time in which gifts to a battle were given, so that only partitions of that time are searched:
 * before its end, and after its start. Its creation and the day before allow for clocks that were temporarily wrong.
 * The audit counts each battle's gifts by this.
 */
export const givenIn = (gift: string, battle: string): string =>
  `${gift}.at >= least(${battle}.created_at, ${battle}.starts_at) - interval '1 day' and ${gift}.at < ${battle}.ends_at`

/**
 * Returns the same SQL for the battle with this id. The planner expects few rows of it, so that it may sort them
 * instead of reading an index in order; a page therefore also bounds its numbers, which have no gaps.
 */
export const givenInBattle = (gift: string, id: string): string =>
  `${gift}.at >= (select least(created_at, starts_at) - interval '1 day' from battles where id = ${id})
   and ${gift}.at < (select ends_at from battles where id = ${id})`
