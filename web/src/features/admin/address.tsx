import styles from './admin.module.css'

/** A full address; the parts people compare stand out. */
export const Address = ({ address }: { address: string }) => (
  <span className={styles.address}>
    <b>{address.slice(0, 6)}</b>
    {address.slice(6, -4)}
    <b>{address.slice(-4)}</b>
  </span>
)
