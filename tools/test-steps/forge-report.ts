export function forgeCounts(output: string): { passed: number; failed: number } {
  // Failures are listed again under this headline.
  const [results = ''] = output.split('Failing tests:')
  const count = (outcome: RegExp) => results.match(outcome)?.length ?? 0
  return { passed: count(/^\[PASS\] /gm), failed: count(/^\[FAIL[:.\]]/gm) }
}
