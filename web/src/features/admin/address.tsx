import styles from './admin.module.css'

export const Address = ({ address }: { address: string }) => (
  <span className={styles.address}>
    <b>{address.slice(0, 6)}</b>
    {address.slice(6, -4)}
    <b>{address.slice(-4)}</b>
  </span>
)
