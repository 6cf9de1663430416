import type { Battle } from './battle-view.ts'

/** The username of a person who is shown by a name from X, which anybody can choose; else nothing. */
export const Username = ({ firstName, username }: Pick<Battle['challenger'], 'firstName' | 'username'>) =>
  firstName ? <span className="text-sm text-ink-2 wrap-anywhere">@{username}</span> : null
