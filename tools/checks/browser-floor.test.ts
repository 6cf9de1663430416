import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BROWSER_FLOOR } from '../../web/build/browser-floor.ts'
import { newerInScript, newerInStyles } from './browser-floor.ts'
import { REPOSITORY } from './source.ts'

it.each([
  ['AbortSignal.any([a,b])', ['AbortSignal.any']],
  ['let{promise:e}=Promise.withResolvers()', ['Promise.withResolvers']],
  ['new Intl.DurationFormat("en")', ['Intl.DurationFormat']],
  ['window.scheduler?.yield()', ['scheduler']],
  ['e.showPopover()', ['showPopover']],
  ['e.union?.(t)', ['union']],
  ['e.at(-1),[...t].toSorted(),structuredClone(e)', []],
  ['import(`./library-Ceo_n-ML.js`)', []],
])('a newer API is found in a built script [frame.browser-floor]: %s', (text, newer) =>
  expect(newerInScript(text)).toEqual(newer),
)

it.each([
  ['.a{field-sizing:content}', ['field-sizing']],
  ['.a{color:light-dark(red,blue)}', ['light-dark']],
  ['@starting-style{.a{opacity:0}}', ['starting-style']],
  ['.a:open{color:red}', ['open']],
  ['@media (width>40rem){.a:has(b){color:color-mix(in oklch,red,oklch(.5 .1 20))}}', []],
])('and in built styles [frame.browser-floor]: %s', (text, newer) => expect(newerInStyles(text)).toEqual(newer))

it('the README and the page for older browsers name the floor [frame.browser-floor]', () => {
  const { chrome, firefox, safari } = BROWSER_FLOOR
  const named = [/Chrome or Edge (\d+)/, /Firefox (\d+)/, /Safari ([\d.]+\d)/, /iOS ([\d.]+\d)/]
  for (const file of ['README.md', 'web/public/old-browser/page.html']) {
    const text = readFileSync(join(REPOSITORY, file), 'utf8')
    expect(named.map((pattern) => pattern.exec(text)?.[1])).toEqual([chrome, firefox, safari, safari])
  }
})
