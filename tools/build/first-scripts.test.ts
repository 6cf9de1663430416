import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { firstScriptsKb, screensWithDialogs } from './first-scripts.ts'

let dist = ''

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'aura-first-scripts-'))
  await mkdir(join(dist, 'assets'))
})

it('weighs every script that the page names, and no style', async () => {
  const page = `<script src="/theme.js"></script><link rel="stylesheet" href="/assets/index.css">
    <script type="module" crossorigin src="/assets/index.js"></script><link rel="modulepreload" href="/assets/more.js">`
  await writeFile(join(dist, 'index.html'), page)
  for (const file of ['theme.js', 'assets/index.js', 'assets/more.js', 'assets/later.js', 'assets/index.css'])
    await writeFile(join(dist, file), randomBytes(10_000))
  // Random bytes can't be compressed: three files plus a few bytes of gzip overhead each.
  expect(await firstScriptsKb(dist)).toBeCloseTo(30, 0)
})

it('refuses a page without scripts, which would weigh nothing', async () => {
  await writeFile(join(dist, 'index.html'), '<div id="root"></div>')
  await expect(firstScriptsKb(dist)).rejects.toThrow('names no scripts')
})

it('names the public screens that load dialogs or payments at first', async () => {
  const screen = (path: string, file: string, isForVisitors = true) => ({
    path,
    isForVisitors,
    signedIn: { files: ['assets/signed-in-1a.js', `assets/${file}-1a.js`] },
  })
  const screens = [
    screen('/receipts/:id', 'payments'),
    screen('/trust', 'trust-screen'),
    screen('/reserves', 'overlays'),
    screen('/steeze-stack', 'payments', false),
    screen('/design', 'overlays'),
  ]
  await writeFile(join(dist, 'preloads.json'), JSON.stringify(screens))
  expect(await screensWithDialogs(dist)).toEqual(['/receipts/:id', '/reserves'])
  await writeFile(join(dist, 'preloads.json'), JSON.stringify([screen('/trust', 'trust-screen')]))
  await expect(screensWithDialogs(dist)).rejects.toThrow('their chunks have other names')
})
