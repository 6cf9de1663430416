import type { SqlValue, Tx } from './db.ts'

/**
 * The rows of a statement in batches of one to `batch`, which is as many as are in memory. A transaction can read one
 * statement like this at a time.
 */
export async function* readBatches<Row>(
  tx: Tx,
  text: string,
  values: readonly SqlValue[],
  batch: number,
): AsyncGenerator<Row[]> {
  // Or it is planned as if a tenth of the rows were enough, by reading a whole index in the wanted order.
  await tx.query('set local cursor_tuple_fraction = 1')
  await tx.query(`declare batches no scroll cursor for ${text}`, values)
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${batch} from batches`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close batches')
}
