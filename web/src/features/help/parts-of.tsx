import { Fragment, type ReactElement } from 'react'
import { useParts } from '#lib/use-parts'

declare module '#lib/parts' {
  interface Parts {
    readonly guide?: ReactElement
    readonly faq?: ReactElement
    /** Items of the list of ways to earn points. */
    readonly points?: ReactElement
    /** Sentences of the terms about payments. */
    readonly terms?: ReactElement
    readonly tips?: ReactElement
  }
}

export const PartsOf = ({ page }: { page: 'guide' | 'faq' | 'points' | 'terms' | 'tips' }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
  useParts().map((parts, at) => <Fragment key={at}>{parts[page]}</Fragment>)
