import lighthouse from 'lighthouse'
import { FIRST_SCRIPTS_KB } from '../../tools/build/first-scripts.ts'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { openBrowser } from '../support/browser.ts'
import { spotlight } from '../support/demo-server.ts'
import { median, printBudgets, printTable } from '../support/figures.ts'
import { pageWeight, shiftWithLateFonts } from './page-weight.ts'

const BUDGET = { scriptKb: FIRST_SCRIPTS_KB, fontKb: 90, shift: 0.02, performance: 95, perfect: 100 }

/** Strings that occur only in wallet code: finding one in a script means it was loaded. */
const WALLET_CODE = /eip6963:|personal_sign|eth_requestAccounts|walletconnect/i

const PAGES = ['landing', 'profile', 'battle'] as const

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** The parts of Lighthouse's performance, in milliseconds. */
const TIMES = {
  'first-contentful-paint': 'first paint',
  'speed-index': 'speed index',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
} as const

interface Audit {
  scores: Record<string, number>
  shift: number
  timesMs: Record<string, number>
}

async function audit(url: string, port: number): Promise<Audit> {
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
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, (categories[id]?.score ?? 0) * 100])),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    timesMs: Object.fromEntries(Object.keys(TIMES).map((id) => [id, audits[id]?.numericValue ?? Number.NaN])),
  }
}

async function measure(url: string, runs: number) {
  const port = await randomFreePort()
  // Full Chromium 156 traces navigations without their address, which Lighthouse looks for.
  const browser = await openBrowser('shell', `--remote-debugging-port=${port}`)
  try {
    const weight = await pageWeight(browser, url)
    const lateShift = await shiftWithLateFonts(browser, url)
    const battle = await spotlight(url)
    const paths = { landing: '', profile: `/user/${battle.challenger.id}`, battle: `/battles/${battle.id}` }
    const audits: Record<(typeof PAGES)[number], Audit[]> = { landing: [], profile: [], battle: [] }
    for (let run = 0; run < runs; run++)
      for (const page of PAGES) audits[page].push(await audit(url + paths[page], port))
    return { weight, lateShift, audits }
  } finally {
    await browser.close()
  }
}

/** Prints what a first visit to the landing page weighs, and what Lighthouse (mobile preset) says of three screens. */
export async function lighthouseScores(url: string, runs: number): Promise<void> {
  const { weight, lateShift, audits } = await measure(url, runs)

  const score = (page: (typeof PAGES)[number], id: string) => median(audits[page].map(({ scores }) => scores[id] ?? 0))
  const shift = Math.max(lateShift, ...audits.landing.map((each) => each.shift))
  const hasWalletCode = WALLET_CODE.test(weight.script)
  const atMost = (
    name: string,
    what: string,
    value: number,
    { most, digits = 1 }: { most: number; digits?: number },
  ) => ({
    ...{ name, ratio: value / most },
    row: { what, measured: value.toFixed(digits), budget: `≤ ${most}` },
  })
  const scoresOf = (page: (typeof PAGES)[number]) =>
    CATEGORIES.map((id) => {
      const least = id === 'performance' ? BUDGET.performance : BUDGET.perfect
      const what = `Lighthouse ${id.replace('-', ' ')}, ${page}`
      return {
        ...{ name: page === 'landing' ? id : `${page}-${id}`, ratio: least / score(page, id) },
        row: { what, measured: String(score(page, id)), budget: `≥ ${least}` },
      }
    })
  const fonts = `fonts before interaction, kB (${weight.fonts.join(', ')})`
  const figures = [
    atMost('javascript', 'JavaScript before interaction, gzip kB', weight.scriptKb, { most: BUDGET.scriptKb }),
    {
      ...{ name: 'wallet-code', ratio: hasWalletCode ? 2 : 0 },
      row: { what: 'wallet code among it', measured: hasWalletCode ? 'yes' : 'none', budget: 'none' },
    },
    atMost('fonts', fonts, weight.fontKb, { most: BUDGET.fontKb }),
    atMost('layout-shift', 'layout shift, fonts a second late included', shift, { most: BUDGET.shift, digits: 4 }),
    ...PAGES.flatMap(scoresOf),
  ]
  console.log(`\nA first visit to the landing page; medians of ${runs} runs of Lighthouse\n`)
  const styles = { what: 'style sheets, gzip kB', measured: weight.styleKb.toFixed(1), budget: '' }
  printTable([...figures.map(({ row }) => row), styles])
  console.log('\nOn Lighthouse’s slow phone, ms\n')
  const timeOf = (page: (typeof PAGES)[number], id: string) =>
    Math.round(median(audits[page].map(({ timesMs }) => timesMs[id] ?? Number.NaN)))
  printTable(
    PAGES.map((page) => ({
      page,
      ...Object.fromEntries(Object.entries(TIMES).map(([id, what]) => [what, timeOf(page, id)])),
    })),
  )
  printBudgets(figures.map(({ name, ratio }) => [`landing-${name}`, ratio]))
}
