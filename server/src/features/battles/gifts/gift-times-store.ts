/**
 * SQL for the time in which gifts to a battle were given, so that they are searched only in partitions of that time: before
 * its end, and after its start. Earlier versions didn't compare the start, so the day before allows for a clock that was
 * set back. The audit counts each battle's gifts by this.
 */
export const givenIn = (gift: string, battle: string): string =>
  `${gift}.at >= ${battle}.starts_at - interval '1 day' and ${gift}.at < ${battle}.ends_at`

/** The same of the battle with this id, as values that keep the order of an index: a page reads only its own rows. */
export const givenInBattle = (gift: string, id: string): string =>
  `${gift}.at >= (select starts_at - interval '1 day' from battles where id = ${id})
   and ${gift}.at < (select ends_at from battles where id = ${id})`
