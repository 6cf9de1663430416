import lighthouse from 'lighthouse'
import { FIRST_SCRIPTS_KB } from '../../tools/build/first-scripts.ts'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { openBrowser } from '../support/browser.ts'
import type { Spotlight } from '../support/demo-server.ts'
import { type Figures, median, printBudgets, printFaults, printTable, type Row } from '../support/figures.ts'
import { pageWeight, shiftWithLateFonts } from './page-weight.ts'

/** Strings that occur only in wallet code: finding one in a script means it was loaded. */
const WALLET_CODE = /eip6963:|personal_sign|eth_requestAccounts|walletconnect/i

const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof LEAST
const CATEGORIES = Object.keys(LEAST) as Category[]

/** The parts of Lighthouse's performance, in milliseconds. */
const TIMES = {
  'first-contentful-paint': 'first paint',
  'speed-index': 'speed index',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
} as const
const SHIFT = 'cumulative-layout-shift'

async function audit(url: string, port: number) {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES })
  if (!result) throw new Error('Lighthouse gave no result')
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  for (const { id, auditRefs } of Object.values(categories)) {
    if (id === 'performance') continue
    for (const ref of auditRefs) {
      const { score, title } = audits[ref.id] ?? {}
      if (ref.weight > 0 && score != null && score < 1) console.log(`${id}: ${title} (${ref.id})`)
    }
  }
  return {
    scoreOf: (id: Category) => (categories[id]?.score ?? 0) * 100,
    numberOf: (id: keyof typeof TIMES | typeof SHIFT) => audits[id]?.numericValue ?? Number.NaN,
  }
}

type Audited = Awaited<ReturnType<typeof audit>>

/** Prints what a first visit to the landing page weighs, and what Lighthouse (mobile preset) says of three screens. */
export async function lighthouseScores(url: string, runs: number, battle: Spotlight): Promise<void> {
  const port = await randomFreePort()
  // Full Chromium 156 traces navigations without their address, which Lighthouse looks for.
  const browser = await openBrowser('shell', `--remote-debugging-port=${port}`)
  const weight = await pageWeight(browser, url)
  const lateShift = await shiftWithLateFonts(browser, url)
  const pages = { landing: '', profile: `/user/${battle.challenger.id}`, battle: `/battles/${battle.id}` }
  const audits = Object.entries(pages).map(([page, path]) => ({ page, path, all: [] as Audited[] }))
  for (let run = 0; run < runs; run++) for (const { all, path } of audits) all.push(await audit(url + path, port))

  await browser.close()

  const rows: Row[] = []
  const shares: Figures = {}
  const limit = (name: string, what: string, value: number, budget: { most: number } | { least: number }) => {
    const isMost = 'most' in budget
    shares[`landing-${name}`] = isMost ? value / budget.most : budget.least / value
    const told = isMost ? `≤ ${budget.most}` : `≥ ${budget.least}`
    rows.push({ what, measured: Number(value.toPrecision(3)), budget: told })
  }
  limit('javascript', 'JavaScript before interaction, gzip kB', weight.scriptKb, { most: FIRST_SCRIPTS_KB })
  limit('fonts', `fonts before interaction, kB (${weight.fonts.join(', ')})`, weight.fontKb, { most: 90 })
  const shift = Math.max(lateShift, ...(audits[0]?.all.map(({ numberOf }) => numberOf(SHIFT)) ?? []))
  limit('layout-shift', 'layout shift, fonts a second late included', shift, { most: 0.02 })
  for (const { page, all } of audits)
    for (const id of CATEGORIES) {
      const score = median(all.map(({ scoreOf }) => scoreOf(id)))
      const name = page === 'landing' ? id : `${page}-${id}`
      limit(name, `Lighthouse ${id.replace('-', ' ')}, ${page}`, score, { least: LEAST[id] })
    }
  console.log(`\nA first visit to the landing page; medians of ${runs} runs of Lighthouse\n`)
  printTable([...rows, { what: 'style sheets, gzip kB', measured: weight.styleKb.toFixed(1) }])
  console.log('\nOn Lighthouse’s slow phone, ms\n')
  printTable(
    audits.map(({ page, all }) => {
      const times = Object.entries(TIMES).map(([id, what]) => {
        return [what, Math.round(median(all.map(({ numberOf }) => numberOf(id as keyof typeof TIMES))))]
      })
      return { page, ...Object.fromEntries(times) }
    }),
  )
  printBudgets(shares)
  printFaults({ 'landing-wallet-code': WALLET_CODE.test(weight.script) ? 1 : 0 })
}
