const STATES = [
  [/(?<!\\):hover\b/g, 'hover'],
  [/(?<!\\):focus-visible\b/g, 'focus'],
  [/(?<!\\):active\b/g, 'pressed'],
] as const

/** The same selector for something that only shows a state: `data-force="hover"` instead of a pointer. */
export const forcedSelector = (selector: string): string =>
  STATES.reduce(
    (text, [pseudo, name]) =>
      // A pointer over a part is over the whole as well; the focus is in one place only.
      text.replace(
        pseudo,
        name === 'focus' ? '[data-force~="focus"]' : `:is([data-force~="${name}"], :has([data-force~="${name}"]))`,
      ),
    selector,
  )

/** What the rules say about states, once more for elements that only show them. Layers and conditions are kept. */
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

/**
 * Lets elements show states that nobody is causing: `data-force` takes hover, focus and pressed. The rules are read
 * from the page's own style sheets, so what is shown is what the components do. Answers how to end it.
 */
export function forceStates(): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([...document.styleSheets].map(({ cssRules }) => forcedRules(cssRules)).join(''))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
