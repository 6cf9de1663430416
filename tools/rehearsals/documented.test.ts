import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { stepsOf } from '../test-steps/step-list.ts'
import {
  commandsForContainers,
  DOCS,
  FOLLOWED,
  fillBlanks,
  secretBlanks,
  sectionsOf,
  sectionsWithCommands,
  TRIED_ELSEWHERE,
} from './documented.ts'
import { environmentOf } from './systemctl.ts'

const root = join(import.meta.dirname, '../..')
const blanks = {
  'git clone … ': 'git clone /r ',
  'whitelist 0x…': 'whitelist 0x2',
  ...secretBlanks({ rpcUrls: 'http://n', signerKey: '0x1' }),
}

it('every command of the docs is run by `fresh-debian` or by what is named for its section', () => {
  const others = sectionsWithCommands().filter(({ chapter }) => !FOLLOWED.includes(chapter))
  expect(others.map(({ title }) => title)).toEqual(Object.keys(TRIED_ELSEWHERE))
  const added = DOCS.replace('## The doctor\n', '## The doctor\n\n```sh\nreboot\n```\n')
  expect(sectionsWithCommands(added).map(({ title }) => title)).toContain('The doctor')
})

it('names steps that exist', () => {
  const names = stepsOf('all').map(({ name }) => name)
  const steps = Object.values(TRIED_ELSEWHERE).flatMap((by) =>
    by.startsWith('npm run test:all -- ') ? by.slice('npm run test:all -- '.length).split(' ') : [],
  )
  expect(names).toEqual(expect.arrayContaining([...steps, 'fresh-debian']))
})

it('an upgrade with systemd replaces each program and file that the first start installed', () => {
  const linesOf = (blocks: readonly string[]) =>
    blocks
      .join('')
      .replaceAll(/ +#.*$/gm, '')
      .split('\n')
      .filter(Boolean)
  const [upgrade] = sectionsWithCommands().find(({ title }) => title === 'Upgrades')?.blocks ?? []
  const first = linesOf(sectionsOf(FOLLOWED).flatMap(({ blocks }) => blocks))
  // Settings files belong to the operator, so upgrades don't install them again.
  const installs = first.filter((line) => /^(install -m 755|cp deploy\/)/.test(line) && !line.includes('.env'))
  expect(installs).toHaveLength(3)
  const upgrades = linesOf([upgrade ?? ''])
  expect(upgrades).toEqual(expect.arrayContaining(installs))
  const known = [...first, 'systemctl daemon-reload']
  expect(upgrades.filter((line) => !known.includes(line))).toEqual([])
})

it('goes from packages to a restored backup, and knows what belongs into each blank', () => {
  const blocks = sectionsOf(FOLLOWED).flatMap(({ blocks }) => blocks.map((block) => fillBlanks(block, blanks)))
  const commands = blocks.join('\n')
  const order = ['apt-get install', 'git clone /r ', 'npm run build', 'createdb', 'enable --now aura', 'restart caddy']
  const places = [...order, 'doctor.ts', 'whitelist 0x2', 'backup.ts', 'restore.ts'].map((part) =>
    commands.indexOf(part),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  for (const blank of Object.keys(blanks)) expect(DOCS).toContain(blank)
  expect(() => fillBlanks('echo … > key', blanks)).toThrow('echo … > key')
  expect(() => sectionsOf(FOLLOWED, DOCS.replace('## systemd\n', '## Units\n'))).toThrow('systemd')
})

const sectionOf = (wanted: string): string =>
  sectionsWithCommands()
    .filter(({ title }) => title === wanted)
    .flatMap(({ blocks }) => blocks)
    .join('')

/** Program that prints its version, its files and the processes it starts. */
const PROGRAM = `
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
const version = () => readFileSync(import.meta.dirname + '/version', 'utf8') + readFileSync('version', 'utf8')
if (process.argv[2] === 'child') process.send(version()), process.disconnect()
else process.on('message', () => fork(import.meta.filename, ['child']).once('message', (of) => process.send(version() + of)))`

it.runIf(process.platform === 'linux')('a new version leaves a running server its files', async () => {
  const opt = mkdtempSync(join(tmpdir(), 'aura-opt-'))
  const install = (version: string) => {
    mkdirSync(join(opt, '.build'), { recursive: true })
    writeFileSync(join(opt, '.build/main.mjs'), PROGRAM)
    writeFileSync(join(opt, '.build/version'), version)
    const block = sectionOf('A folder to run')
    expect(block).toMatch(/^npm run build .*\n/)
    const commands = block
      .replace(/^npm run build .*\n/, '')
      .replaceAll('/opt/', `${opt}/`)
      // Each version gets a different second.
      .replace(/\$\(date [^)]*\)/, `20260101-00000${version}`)
    expect(spawnSync('/bin/sh', ['-ec', commands], { cwd: opt, encoding: 'utf8' }).stderr).toBe('')
  }
  install('1')
  const server = spawn(process.execPath, ['main.mjs'], { cwd: join(opt, 'aura'), stdio: ['ignore', 2, 2, 'ipc'] })
  const ask = async () => {
    server.send('version')
    return (await once(server, 'message'))[0]
  }
  expect(await ask()).toBe('1111')
  install('2')
  expect(readFileSync(join(opt, 'aura/version'), 'utf8')).toBe('2')
  expect(await ask()).toBe('1111')
  install('3')
  expect(await ask()).toBe('1111')
  server.disconnect()
  await once(server, 'exit')
  install('4')
  const kept = ['2', '3', '4'].map((version) => `aura-20260101-00000${version}`)
  expect(readdirSync(opt).filter((name) => name !== '.build')).toEqual(['aura', ...kept])
  expect(readlinkSync(join(opt, 'aura'))).toBe(join(opt, 'aura-20260101-000004'))
})

it('every program of a server reads the settings by Node, as systemd reads them for the server', () => {
  const commands = sectionOf('The doctor and the others') + sectionOf('A backup, and back to it')
  const programs = commands.match(/^.*server\/src\/\w+\.ts.*$/gm) ?? []
  expect(programs).toHaveLength(7)
  for (const line of programs) expect(line).toMatch(/^node --env-file=\/etc\/aura\/aura\.env server/)
  expect(DOCS).not.toMatch(/(?:^|\s)(?:\.|source) \/etc\/aura/)
  const settings = [
    'X_SCOPES=users.read tweet.read',
    'ADMIN_WALLETS=0x1, 0x2',
    'S3_BUCKET_URL=https://host/bucket?a=1&b=$2',
    'CHAT_URL=',
    '# A comment',
    "X_URL=https://x.example/it's",
  ].join('\n')
  const bySystemd = environmentOf(new Map([['EnvironmentFile', ['file']]]), '', () => settings)
  expect({ ...parseEnv(settings) }).toEqual(bySystemd)
})

it('knows which commands prepare the containers, up to the engine’s part', () => {
  expect(commandsForContainers()).toMatch(/^cd deploy\n[\s\S]*> signer-key\n/)
  expect(commandsForContainers()).not.toContain('docker')
  expect(() => commandsForContainers(DOCS.replace('cd ../..\n', ''))).toThrow("don't say")
})

it('the containers’ section names programs of the image, and services of compose.yaml', () => {
  const [, section = ''] = /^## Containers\n([\s\S]*?)^## /m.exec(DOCS) ?? []
  const programs = [...section.matchAll(/server\/src\/(\w+)\.ts/g)].map(([file, name]) => ({ file, name }))
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['doctor', 'admin', 'backup', 'restore']))
  for (const { file } of programs) expect(existsSync(join(root, file)), file).toBe(true)
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  // The service follows each of these words, or the options and the volume of `run`.
  for (const [, service] of section.matchAll(/ (?:exec|stop|run --rm(?: --volume \S+)?) (\w+)/g))
    expect(compose).toMatch(new RegExp(`^  ${service}:$`, 'm'))
})
