/** True in `npm run test:all`, where a test tries more seeds, requests and rounds. */
export const isThorough = process.env.AURA_TEST_ALL === '1'
