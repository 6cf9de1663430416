/**
 * One thing the product promises, small enough for one test to prove.
 * A test proves it by carrying the id in its title in square brackets.
 */
export interface Requirement {
  /** `<area>.<name>`: stable and unique. Except for rules, the name begins with its kind: `call-`, `check-`, … */
  id: string
  /** What sort of thing it is; `rule` is behaviour that is none of the others. */
  kind: 'route' | 'call' | 'check' | 'text' | 'constant' | 'state' | 'rule'
  /** What has to be so, in one line. Words in single quotes are what the user reads. */
  text: string
}
