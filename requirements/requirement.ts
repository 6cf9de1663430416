/** One promise of the product, small enough for one test, which carries its id in its title in square brackets. */
export interface Requirement {
  /** `<area>.<name>`, unique and stable. Except for rules the name starts with its kind: `call-`, `check-`, … */
  id: string
  /** `rule` is behaviour that is none of the others. */
  kind: 'route' | 'call' | 'check' | 'text' | 'constant' | 'state' | 'rule'
  /** One line. Text in single quotes is shown to users. */
  text: string
}
