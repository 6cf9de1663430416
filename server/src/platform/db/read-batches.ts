import type { SqlValue, Tx } from './db.ts'

/** Reads a statement's rows in batches, so that memory holds one. A transaction reads one such at a time. */
export async function* readBatches<Row>(
  tx: Tx,
  text: string,
  values: readonly SqlValue[],
  batch: number,
): AsyncGenerator<Row[]> {
  // Otherwise it is planned as if a tenth of the rows were enough, by reading a whole index in the requested order.
  await tx.query('set local cursor_tuple_fraction = 1')
  await tx.query(`declare batches no scroll cursor for ${text}`, values)
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${batch} from batches`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close batches')
}
