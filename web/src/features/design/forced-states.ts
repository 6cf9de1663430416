const STATES = [
  [/(?<!\\):hover\b/g, 'hover'],
  [/(?<!\\):focus-visible\b/g, 'focus'],
  [/(?<!\\):active\b/g, 'pressed'],
] as const

/** Turns `:hover` and the like into `[data-force="hover"]`. */
export const forcedSelector = (selector: string): string =>
  STATES.reduce(
    (text, [pseudo, name]) =>
      // Hovering a part hovers its parents, too; focus applies to one element.
      text.replace(
        pseudo,
        name === 'focus' ? '[data-force~="focus"]' : `:is([data-force~="${name}"], :has([data-force~="${name}"]))`,
      ),
    selector,
  )

/** Returns the state rules rewritten for `data-force`, with layers and conditions kept. */
function forcedRules(rules: CSSRuleList): string {
  let text = ''
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const forced = forcedSelector(rule.selectorText)
      if (forced !== rule.selectorText) text += `${forced}${rule.cssText.slice(rule.selectorText.length)}\n`
      else if (rule.cssRules.length > 0) text += wrapped(rule.selectorText, forcedRules(rule.cssRules))
    } else if (rule instanceof CSSGroupingRule) {
      text += wrapped(rule.cssText.slice(0, rule.cssText.indexOf('{')), forcedRules(rule.cssRules))
    }
  }
  return text
}

const wrapped = (prelude: string, rules: string): string => (rules ? `${prelude} {\n${rules}}\n` : '')

/** Makes `data-force` show hover, focus and pressed states, by the page's style sheets, until ended. */
export function forceStates(): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([...document.styleSheets].map(({ cssRules }) => forcedRules(cssRules)).join(''))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
