import type { Field } from '@aura/lab/kind'
import { formatUnits } from '@aura/lab/units'

/** Returns the text a field holds at first. */
export const presetOf = (field: Field): string =>
  field.type === 'amount' && field.preset !== undefined
    ? formatUnits(field.preset, field.decimals).replaceAll(',', '')
    : ''
