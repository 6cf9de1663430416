export const PUSH_RULES = {
  /** Messages of one kind a person gets singly within an hour; one more tells how many others there were. */
  singlyAnHour: 5,
}
