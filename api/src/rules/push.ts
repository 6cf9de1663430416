export const PUSH_RULES = {
  /** Messages of a kind that a person gets one by one within an hour; a further one counts the rest. */
  singlyAnHour: 5,
}
