import { partitionsById } from '#platform/partitions/partitions-by-id'

export const eventPartitions = partitionsById({ table: 'chain_events', rows: 'Chain events', prefix: 'chain_event' })
