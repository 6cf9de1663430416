import type { CatalogueLesson } from '../catalogue.ts'
import { plainText, proseOf } from '../text/plain-text.ts'

type Texts = Pick<CatalogueLesson, 'title' | 'blocks' | 'predict' | 'questions' | 'keyTakeaways'>

interface Tic {
  name: string
  pattern: RegExp
  /** Most uses in the whole catalogue. */
  limit: number
  /** What it costs a reader who takes three lessons a day. */
  why: string
  where?: (lesson: Texts) => string[]
}

const opening = (words: string) => new RegExp(`(?:^|(?<=[.!?:”] ))(?:${words})(?![\\w’-])`, 'g')
const hookOf = ({ blocks }: Texts) => proseOf(blocks).slice(0, 1)
const endingOf = ({ blocks }: Texts) => proseOf(blocks).slice(-1)

/** Habits that nobody sees in one lesson and everyone hears after ten. */
export const TICS: readonly Tic[] = [
  { name: 'somebody', pattern: /\b(?:some|any|every)body/gi, limit: 128, why: 'reads as translated; name the person' },
  { name: 'someone', pattern: /\bsome(?:one|body)\b/gi, limit: 86, why: 'hides who acts: a buyer, a bot, the owner' },
  { name: 'whoever', pattern: /\bwhoever\b/gi, limit: 44, why: 'hides a noun: the holder, the sender' },
  { name: 'thief', pattern: /\bthie(?:f|ves)\b/gi, limit: 49, why: 'an attacker, a scammer and a rival differ' },
  {
    name: 'of its own',
    pattern: /\bof (?:its|his|her|their|your|our|one’s) own\b/gi,
    limit: 22,
    why: '“its own” is enough',
  },
  {
    name: 'worked out',
    pattern: /\bwork(?:s|ed)?(?: \w+)? out\b/gi,
    limit: 18,
    why: 'keys are derived, hashes computed',
  },
  { name: 'differs by place', pattern: /\bdiffers? by place\b/gi, limit: 6, why: 'names no place and no rule' },
  {
    name: 'X, and not Y',
    pattern: /, and not\b/g,
    limit: 13,
    why: 'a rhythm; say the second thing in its own sentence',
  },
  {
    name: 'That is what',
    pattern: opening('(?:That|This)(?: is|’s) (?:all|how|what|when|where|who|why)'),
    limit: 41,
    why: 'puts the verb last',
  },
  { name: 'So …', pattern: opening('So'), limit: 38, why: 'claims that something follows, and often nothing does' },
  { name: 'And …', pattern: opening('And'), limit: 27, why: 'cuts one thought in two' },
  { name: 'Ask …', pattern: opening('Ask'), limit: 26, why: 'a hint can be the question itself' },
  { name: 'Say …', pattern: opening('Say'), limit: 11, why: 'an example can simply begin' },
  { name: 'Right: …', pattern: /^Right:/g, limit: 73, why: 'the screen says so already' },
  { name: 'question as hook', pattern: /\?$/g, limit: 28, why: 'the same opening every day', where: hookOf },
  {
    name: 'moral as ending',
    pattern: /(?<=[.!?”)] )(?:\S+ ){0,5}\S+$/g,
    limit: 5,
    why: 'six words or fewer ring like a proverb',
    where: endingOf,
  },
]

/** Returns how often each tic occurs in the lessons' texts. */
export function ticCounts(lessons: readonly Texts[]): { tic: Tic; count: number }[] {
  return TICS.map((tic) => {
    const texts = lessons.flatMap(tic.where ?? textsOf)
    return { tic, count: texts.reduce((sum, text) => sum + (text.match(tic.pattern)?.length ?? 0), 0) }
  })
}

/** Returns the tics that occur more often than their limit, in sentences for writers. */
export const ticFaults = (lessons: readonly Texts[]): string[] =>
  ticCounts(lessons)
    .filter(({ tic, count }) => count > tic.limit)
    .map(({ tic, count }) => `“${tic.name}” occurs ${count} times, at most ${tic.limit}: ${tic.why}`)

const textsOf = ({ title, blocks, predict, questions, keyTakeaways }: Texts): string[] => [
  ...plainText(blocks).split('\n'),
  ...stringsIn([title, predict, questions, keyTakeaways]),
]

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'id' ? [] : stringsIn(each)))
}
