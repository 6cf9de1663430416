export { usePlaceBesideVouch } from './place-beside-vouch.tsx'
