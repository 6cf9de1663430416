import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const DOCS = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8')

/** A level-two or level-three section, with its `sh` blocks in order. */
export interface Section {
  title: string
  /** Title of the level-two section it belongs to, which may be its own. */
  chapter: string
  blocks: string[]
}

/** Chapters that `fresh-debian` follows, in this order. */
export const FOLLOWED = ['On Debian', 'A folder to run', 'systemd']

/** Command that tries each other section. */
export const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  Containers: 'npm run test:all -- image',
  // Tests the same programs by their names in the repository: `npm run backup`.
  Backups: 'npm run test:all -- db',
  // Tests the same tools and settings on paths of its own.
  'To a moment': 'npm run test:all -- db',
  // The systemd commands are those of the sections that the run follows, on a newer version.
  Upgrades: 'npm run test:all -- fresh-debian image',
  // Tests the same programs with a real NATS, without systemd's units.
  'Live edges': 'npm run test:all -- nats',
  // Needs Patroni, etcd and HAProxy, which no test installs.
  'A standby that takes over': 'by hand',
}

export function sectionsWithCommands(docs = DOCS): Section[] {
  const sections: Section[] = []
  let chapter = ''
  for (const [, level = '', title = '', text = ''] of docs.matchAll(/^(##|###) (.+)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)) {
    if (level === '##') chapter = title
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
    if (blocks.length > 0) sections.push({ title, chapter, blocks })
  }
  return sections
}

/** Returns the sections of these chapters. Throws if a chapter has no commands. */
export function sectionsOf(chapters: readonly string[], docs = DOCS): Section[] {
  const sections = sectionsWithCommands(docs)
  return chapters.flatMap((chapter) => {
    const found = sections.filter((section) => section.chapter === chapter)
    if (found.length === 0) throw new Error(`The docs have no commands below "${chapter}"`)
    return found
  })
}

/** Returns the commands with which the docs prepare `deploy/`, up to those for the engine. */
export function commandsForContainers(docs = DOCS): string {
  const [commands, engine] = sectionsOf(['Containers'], docs)[0]?.blocks[0]?.split('cd ../..\n') ?? []
  if (!commands || !engine) throw new Error("The docs don't say how to prepare containers")
  return commands
}

/** Fills in blanks that the docs write as `…`; `blanks` names them by the text around. Throws if one remains. */
export function fillBlanks(block: string, blanks: Readonly<Record<string, string>>): string {
  let filled = block
  for (const [blank, value] of Object.entries(blanks)) filled = filled.replaceAll(blank, value)
  const left = filled.split('\n').find((line) => line.includes('…'))
  if (left !== undefined) throw new Error(`Nobody knows what belongs here: ${left}`)
  return filled
}

/** Returns the contents of the secrets' files. */
export const secretBlanks = ({ rpcUrls, signerKey }: { rpcUrls: string; signerKey: string }) => ({
  'https://…,https://…': rpcUrls,
  'echo 0x… > signer-key': `echo ${signerKey} > signer-key`,
})

/** Fills in a settings file as an operator would: replaces the example's settings and adds missing ones. */
export function fillIn(file: string, values: Record<string, string>): void {
  let text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`
  }
  writeFileSync(file, text)
}
