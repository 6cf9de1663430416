/** A level-two or level-three section of docs/running.md, with its `sh` blocks in order. */
export interface Section {
  title: string
  /** Of the level-two section it is in, which may be itself. */
  chapter: string
  blocks: string[]
}

/** The chapters that the run goes through, in this order. */
export const FOLLOWED = ['On Debian', 'A folder to run', 'systemd']

/** For each other section, the command that tries it. */
export const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  Containers: 'npm run test:all -- image',
  // The same programs by their names in the repository: `npm run backup`.
  Backups: 'npm run test:all -- db',
  // The same tools with the same settings, on paths of the test's own.
  'To a moment': 'npm run test:all -- db',
  // Those for systemd are commands of the sections that the run goes through, on a newer version.
  Upgrades: 'npm run test:all -- stranger image',
  // The same programs against a real NATS, without the units of systemd.
  'Live edges': 'npm run test:all -- nats',
  'A standby that takes over': 'npm run bench -- failover',
}

/** Returns the sections of the docs that have commands, in their order. */
export function sectionsWithCommands(docs: string): Section[] {
  const sections: Section[] = []
  let chapter = ''
  for (const [, level = '', title = '', text = ''] of docs.matchAll(/^(##|###) (.+)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)) {
    if (level === '##') chapter = title
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
    if (blocks.length > 0) sections.push({ title, chapter, blocks })
  }
  return sections
}

/** Returns the sections that the run goes through. Throws when one of the chapters has no commands. */
export function followedSections(docs: string): Section[] {
  const sections = sectionsWithCommands(docs)
  return FOLLOWED.flatMap((chapter) => {
    const found = sections.filter((section) => section.chapter === chapter)
    if (found.length === 0) throw new Error(`The docs have no commands below "${chapter}"`)
    return found
  })
}

/** What the docs leave open as `…`: the text around it, and what a reader would write there. */
export type Blanks = Readonly<Record<string, string>>

/** Fills in what the docs leave open. Throws when something remains. */
export function fillBlanks(block: string, blanks: Blanks): string {
  let filled = block
  for (const [blank, value] of Object.entries(blanks)) filled = filled.replaceAll(blank, value)
  const left = filled.split('\n').find((line) => line.includes('…'))
  if (left !== undefined) throw new Error(`Nobody knows what belongs here: ${left}`)
  return filled
}

/** Returns what a reader puts in the place of each `…`. */
export const blanksOf = (given: {
  repository: string
  rpcUrls: string
  signerKey: string
  wallet: string
}): Blanks => ({
  'git clone … ': `git clone ${given.repository} `,
  'https://…,https://…': given.rpcUrls,
  'echo 0x… > signer-key': `echo ${given.signerKey} > signer-key`,
  'whitelist 0x…': `whitelist ${given.wallet}`,
})
