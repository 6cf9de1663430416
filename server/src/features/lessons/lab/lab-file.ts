import { kindIds } from '@aura/lab/kinds/index'
import { LEVEL } from '@aura/lab/limits'
import { z } from 'zod'

/** The form of a lesson's lab.json. */
export const LabFile = z.strictObject({
  kind: z.enum(kindIds),
  /** Numbers that the kind would otherwise choose itself. */
  parameters: z
    .record(z.string().regex(/^[a-zA-Z]{1,32}$/), z.int())
    .refine((parameters) => !Object.hasOwn(parameters, LEVEL), 'a review alone decides the level')
    .default({}),
})
export type LabFile = z.output<typeof LabFile>
