import { Tooltip } from '@base-ui/react/tooltip'
import { expect, it } from 'vitest'
import { TooltipProvider } from './tooltip.tsx'

it('tooltips open after 700 ms, and the next within 300 ms at once', () => {
  const around = TooltipProvider({ children: 'a screen' })
  expect(around.type).toBe(Tooltip.Provider)
  expect(around.props).toEqual({ delay: 700, timeout: 300, children: 'a screen' })
})
