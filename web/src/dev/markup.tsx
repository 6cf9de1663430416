import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'

/** Returns what a page at `path` shows first, with what `client` has read. */
export const markupOf = (shown: ReactNode, { client = new QueryClient(), path = '/' } = {}): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath={path}>{shown}</Router>
    </QueryClientProvider>,
  )

/** Returns the words of markup, a space between two. */
export const wordsOf = (markup: string): string =>
  markup
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
