import { z } from 'zod'
import { TypedText } from '../../shapes.ts'

export const Reason = TypedText(300, 'A reason has at most 300 characters').pipe(
  z.string().min(3, 'Give a reason. It will be shown.'),
)
