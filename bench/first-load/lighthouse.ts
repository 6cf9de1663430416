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
  const scoresOf = (page: (typeof PAGES)[number]) => {
    const prefix = page === 'landing' ? '' : `${page}-`
    return CATEGORIES.map((id): [string, string, string, string, number] => {
      const least = id === 'performance' ? BUDGET.performance : BUDGET.perfect
      return [
        prefix + id,
        `Lighthouse ${id.replace('-', ' ')}, ${page}`,
        String(score(page, id)),
        `≥ ${least}`,
        least / score(page, id),
      ]
    })
  }
  const hasWalletCode = WALLET_CODE.test(weight.script)
  const figures: [name: string, what: string, measured: string, budget: string, ratio: number][] = [
    [
      'javascript',
      'JavaScript before interaction, gzip kB',
      weight.scriptKb.toFixed(1),
      `≤ ${BUDGET.scriptKb}`,
      weight.scriptKb / BUDGET.scriptKb,
    ],
    ['wallet-code', 'wallet code among it', hasWalletCode ? 'yes' : 'none', 'none', hasWalletCode ? 2 : 0],
    [
      'fonts',
      `fonts before interaction, kB (${weight.fonts.join(', ')})`,
      weight.fontKb.toFixed(1),
      `≤ ${BUDGET.fontKb}`,
      weight.fontKb / BUDGET.fontKb,
    ],
    [
      'layout-shift',
      'layout shift, fonts a second late included',
      shift.toFixed(4),
      `< ${BUDGET.shift}`,
      shift / BUDGET.shift,
    ],
    ...PAGES.flatMap(scoresOf),
  ]
  console.log(`\nA first visit to the landing page; medians of ${runs} runs of Lighthouse\n`)
  printTable(
    ['what', 'measured', 'budget'],
    [
      ...figures.map(([, what, measured, budget]) => [what, measured, budget]),
      ['style sheets, gzip kB', weight.styleKb.toFixed(1), ''],
    ],
  )
  console.log('\nOn Lighthouse’s slow phone, ms\n')
  printTable(
    ['page', ...Object.values(TIMES)],
    PAGES.map((page) => [
      page,
      ...Object.keys(TIMES).map((id) =>
        Math.round(median(audits[page].map(({ timesMs }) => timesMs[id] ?? Number.NaN))),
      ),
    ]),
  )
  printBudgets(figures.map(([name, , , , ratio]) => [`landing-${name}`, ratio]))
}
