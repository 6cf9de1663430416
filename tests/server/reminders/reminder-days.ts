import { rng } from '@aura/drawing/random'
import { remindersDue } from '../../../server/src/features/reminders/index.ts'
import { dueAt, nextRound, type Round } from '../../../server/src/features/reminders/rounds.ts'
import { updateRound } from '../../../server/src/features/reminders/store.ts'
import { features } from '../../../server/src/features.ts'
import type { Clock } from '../../../server/src/platform/clock.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { productContext } from '../product/arena.ts'
import { rethrow } from '../rethrow.ts'
import { type LocalDay, localDays } from './local-days.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Europe's clocks go forward in the first, America's back in the second. Both reach a Monday, with its recaps. */
export const WINDOWS = ['2026-03-28T18:52:00Z', '2026-11-01T03:52:00Z'] as const
/** By Monday: the week before, and the day of it on which two of three people learned. */
const WEEK_BEFORE: Record<string, { monday: string; learnedOn: string }> = {
  '2026-03-30': { monday: '2026-03-23', learnedOn: '2026-03-25' },
  '2026-11-02': { monday: '2026-10-26', learnedOn: '2026-10-28' },
}
const hasWeek = (person: number) => person % 3 > 0
const WINDOW_MS = 28 * HOUR_MS
/** A lesson within this time after a reminder is due may still stop it, or within the longest that one was late. */
const LATE_MS = MINUTE_MS
const PART = 50_000

interface Options {
  people: number
  zones: readonly string[]
  seed: number
  /** How many times the mean rate: a millisecond of work takes so many of simulated time. */
  rate: number
}

export interface Outcome {
  /** Milliseconds of simulated time from when each was due until its transaction had committed. */
  late: Float64Array
  wrong: number
  /** Weekly recaps among them. */
  recaps: number
  /** Of one day, for everybody. */
  planMs: number
  workMs: number
}

class SimulatedClock implements Clock {
  ms = 0
  now = () => new Date(this.ms)
  sqlNow = () => new Date(this.ms)
  elapsedMs = () => this.ms
}

const idOf = (person: number) => `00000000-0000-4000-8000-${person.toString(16).padStart(12, '0')}`
const personOf = (id: string) => Number.parseInt(id.slice(-12), 16)

/** Everybody's zone and hour stay; who learns when is drawn anew for each window. */
export async function makeLearners(db: Db, { people, zones, seed }: Options): Promise<Uint8Array> {
  const random = rng(seed)
  const hours = Uint8Array.from({ length: people }, () =>
    // Half of the world learns in the evening.
    random() < 0.5 ? 18 + Math.floor(random() * 4) : 7 + Math.floor(random() * 15),
  )
  await db.script('alter table users disable trigger user; alter table learners disable trigger user')
  for (let from = 0; from < people; from += PART) {
    const part = Array.from({ length: Math.min(PART, people - from) }, (_, index) => from + index)
    const values = [part.map(idOf), part.map((person) => zones[person % zones.length] ?? 'UTC')]
    await db.query(
      `insert into users (id, username, created_at)
       select id, 'p' || right(id::text, 12), '2026-01-01' from unnest($1::uuid[]) id`,
      [values[0] ?? []],
    )
    await db.query(`insert into learners (user_id, time_zone) select * from unnest($1::uuid[], $2::text[])`, values)
    await db.query(
      `insert into reminders (user_id, time_zone, usual_hour) select * from unnest($1::uuid[], $2::text[], $3::int[])`,
      [...values, part.map((person) => hours[person] ?? 0)],
    )
  }
  await db.query(
    `insert into reminder_rounds (time_zone, due_at) select *, '-infinity'::timestamptz from unnest($1::text[])`,
    [zones],
  )
  await db.script('alter table users enable trigger user; alter table learners enable trigger user')
  await db.script('vacuum analyze users, learners, reminders')
  return hours
}

interface Lesson {
  person: number
  atMs: number
  day: string
}

/**
 * One window of simulated time. The clock jumps from one due round to the next, and moves on by `rate` while the job
 * works, as if so many times the people were there. Lessons that fall between two batches count before the second.
 */
export async function reminderDays(
  db: Db,
  hours: Uint8Array,
  start: string,
  { people, zones, seed, rate }: Options,
): Promise<Outcome> {
  const [startMs, endMs] = [Date.parse(start), Date.parse(start) + WINDOW_MS]
  const calendar = zones.map((zone) => localDays(zone, startMs - 3 * DAY_MS, endMs + 3 * DAY_MS))
  const story = drawStory(people, calendar, { startMs, seed })
  const clock = new SimulatedClock()
  clock.ms = startMs
  await seedStory(db, story)
  await seedWeeks(db, people)
  let learned = 0
  const learnUpTo = async (ms: number) => {
    const from = learned
    while ((story.lessons[learned]?.atMs ?? Number.POSITIVE_INFINITY) <= ms) learned++
    for (let at = from; at < learned; at += PART)
      await countLessons(db, story.lessons.slice(at, Math.min(learned, at + PART)))
  }
  const ctx = productContext(db, { clock })
  const job = remindersDue({ ...ctx, live: { ...ctx.live, changed: () => {} } }, { features, onError: rethrow })
  // No round is due yet: each zone is planned first.
  for (const _ of zones) await job.runBatch()
  // By when its clock stood, when each batch was over.
  const ends = new Map<number, number>()
  let workMs = 0
  for (;;) {
    const restMs = (await job.msUntilNextRun()) ?? DAY_MS
    clock.ms += restMs
    if (clock.ms >= endMs) break
    await learnUpTo(clock.ms)
    const began = performance.now()
    await job.runBatch()
    const tookMs = performance.now() - began
    workMs += tookMs
    const before = clock.ms
    clock.ms += Math.max(1, Math.ceil(tookMs * rate))
    ends.set(before, clock.ms)
  }
  const sent = await readSent(db)
  const { late, wrong, recaps } = compare({ people, calendar, story, hours, sent, ends, startMs, endMs })
  return { late, wrong, recaps, workMs, planMs: await planDay(db, zones, start.slice(0, 10)) }
}

interface Story {
  /** Days of the run until yesterday, and yesterday; 0 for who has lost it. */
  runs: Uint8Array
  yesterday: string[]
  /** In order. */
  lessons: Lesson[]
  /** By person, when each of their simulated days counts. */
  counts: Map<string, number>[]
}

function drawStory(
  people: number,
  calendar: LocalDay[][],
  { startMs, seed }: { startMs: number; seed: number },
): Story {
  const random = rng(seed + startMs / DAY_MS)
  const runs = new Uint8Array(people)
  const lessons: Lesson[] = []
  const firstDays = calendar.map((days) => days.findIndex(({ endMs }) => endMs > startMs))
  const yesterday = calendar.map((days, zone) => days[(firstDays[zone] ?? 1) - 1]?.day ?? '')
  const counts: Map<string, number>[] = []
  for (let person = 0; person < people; person++) {
    const zone = person % calendar.length
    runs[person] = random() < 0.3 ? 0 : 1 + Math.floor(random() * 12)
    const mine = new Map<string, number>()
    for (const { day, startMs: from, endMs: to } of calendar[zone]?.slice(firstDays[zone]).slice(0, 3) ?? []) {
      if (random() < 0.5) continue
      const atMs = from + Math.floor(random() * (to - from))
      mine.set(day, atMs)
      lessons.push({ person, atMs, day })
    }
    counts.push(mine)
  }
  return { runs, yesterday, lessons: lessons.sort((a, b) => a.atMs - b.atMs), counts }
}

/** People with an ended streak last learned five days ago. */
async function seedStory(db: Db, { runs, yesterday }: Story): Promise<void> {
  for (let from = 0; from < runs.length; from += PART) {
    const part = Array.from({ length: Math.min(PART, runs.length - from) }, (_, index) => from + index)
    await db.query(
      `update learners l set streak_days = case new.run when 0 then 4 else new.run end,
              last_day = new.day - case new.run when 0 then 5 else 0 end
       from unnest($1::uuid[], $2::int[], $3::date[]) as new (id, run, day) where l.user_id = new.id`,
      [
        part.map(idOf),
        part.map((person) => runs[person] ?? 0),
        part.map((person) => yesterday[person % yesterday.length] ?? ''),
      ],
    )
  }
  await db.script('truncate notifications cascade')
  await db.query(`update reminder_rounds set day = null, due_at = '-infinity'`)
  await db.script('vacuum analyze learners')
}

/** One lesson each, in both weeks; once. */
async function seedWeeks(db: Db, people: number): Promise<void> {
  if ((await db.query('select 1 from lesson_completions limit 1')).length > 0) return
  await db.script('alter table lesson_completions disable trigger user')
  for (let from = 0; from < people; from += PART) {
    const part = Array.from({ length: Math.min(PART, people - from) }, (_, index) => from + index).filter(hasWeek)
    for (const { learnedOn } of Object.values(WEEK_BEFORE))
      await db.query(
        `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
         select id, 'lesson', $2::date, $2::date + interval '12 hours', false, 0, 1 from unnest($1::uuid[]) id`,
        [part.map(idOf), learnedOn],
      )
  }
  await db.script('alter table lesson_completions enable trigger user')
  await db.script('vacuum analyze lesson_completions')
}

async function countLessons(db: Db, lessons: readonly Lesson[]): Promise<void> {
  // A person's lessons of two days are counted one after the other.
  for (const [, some] of Map.groupBy(lessons, ({ day }) => day)) {
    await db.query(
      `update learners l set last_day = new.day,
              streak_days = case when l.last_day = new.day - 1 then l.streak_days + 1 else 1 end
       from unnest($1::uuid[], $2::date[]) as new (id, day) where l.user_id = new.id`,
      [some.map(({ person }) => idOf(person)), some.map(({ day }) => day)],
    )
  }
}

interface Sent {
  person: number
  key: string
  atMs: number
}

async function readSent(db: Db): Promise<Sent[]> {
  const rows: Sent[] = []
  for (let after = 0; ; ) {
    const part = await db.query<{ userId: string; key: string; at: Date; position: number }>(
      `select user_id as "userId", key, created_at as at, position from notifications where position > $1
       order by position limit ${PART}`,
      [after],
    )
    for (const { userId, key, at } of part) rows.push({ person: personOf(userId), key, atMs: at.getTime() })
    const last = part.at(-1)
    if (!last || part.length < PART) return rows
    after = last.position
  }
}

interface Compared {
  people: number
  calendar: LocalDay[][]
  story: Story
  hours: Uint8Array
  sent: readonly Sent[]
  ends: ReadonlyMap<number, number>
  startMs: number
  endMs: number
}

/** Counts reminders and recaps that are missing, twice, for another moment, or after the day counted. */
function compare({ people, calendar, story, hours, sent, ends, startMs, endMs }: Compared) {
  const bySender: Map<string, number>[] = Array.from({ length: people }, () => new Map())
  let [wrong, recaps] = [0, 0]
  for (const { person, key, atMs } of sent) {
    const mine = bySender[person]
    if (!mine || mine.has(key)) wrong++
    mine?.set(key, atMs)
  }
  const late: number[] = []
  const missing: { dueMs: number; stopsMs: number }[] = []
  for (let person = 0; person < people; person++) {
    const got = bySender[person] as Map<string, number>
    const counts = story.counts[person] as Map<string, number>
    let run = story.runs[person] ?? 0
    for (const { day, endMs: midnightMs, hourMs } of calendar[person % calendar.length] ?? []) {
      const countedMs = counts.get(day) ?? Number.POSITIVE_INFINITY
      if (day <= (story.yesterday[person % calendar.length] ?? '')) continue
      const week = hasWeek(person) ? WEEK_BEFORE[day] : undefined
      const hourDueMs = hourMs[hours[person] ?? 0] ?? Number.NaN
      const wanted = [
        { key: `reminder/${day}/day`, dueMs: hourDueMs, stopsMs: countedMs },
        ...(run >= 3 ? [{ key: `reminder/${day}/streak`, dueMs: midnightMs - 2 * HOUR_MS, stopsMs: countedMs }] : []),
        // It comes whether or not the day counts.
        ...(week ? [{ key: `recap/${week.monday}`, dueMs: hourDueMs, stopsMs: Number.POSITIVE_INFINITY }] : []),
      ]
      for (const { key, dueMs, stopsMs } of wanted) {
        const atMs = got.get(key)
        got.delete(key)
        recaps += Number(atMs !== undefined && key.startsWith('recap/'))
        // Whether those at the edges of the window were run depends on how long the last batch took.
        const isInside = dueMs >= startMs && dueMs < endMs - HOUR_MS
        if (atMs === undefined) {
          if (isInside) missing.push({ dueMs, stopsMs })
        } else if (atMs < dueMs || atMs >= stopsMs || dueMs < startMs) wrong++
        else late.push((ends.get(atMs) ?? Number.POSITIVE_INFINITY) - dueMs)
      }
      run = countedMs === Number.POSITIVE_INFINITY ? 0 : run + 1
    }
    wrong += got.size
  }
  const longestMs = late.reduce((longest, ms) => Math.max(longest, ms), LATE_MS)
  wrong += missing.filter(({ dueMs, stopsMs }) => stopsMs > dueMs + longestMs).length
  return { late: Float64Array.from(late), wrong, recaps }
}

/** Plans all rounds of a day in every zone. It costs the same for any number of people. */
async function planDay(db: Db, zones: readonly string[], day: string): Promise<number> {
  const began = performance.now()
  await db.tx(async (tx) => {
    for (const timeZone of zones) {
      let round: Round = { timeZone, day, step: 0 }
      while (round.day === day) {
        const at = dueAt(round)
        await updateRound(tx, round, at)
        round = nextRound(round, at)
      }
    }
  })
  return performance.now() - began
}
