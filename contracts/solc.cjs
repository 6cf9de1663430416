#!/usr/bin/env node
/**
 * npm's compiler in the form forge expects: prints its version and compiles standard JSON from stdin. Nothing
 * is downloaded, and everybody uses the same version.
 */
const { readFileSync } = require('node:fs')
const { resolve } = require('node:path')
const solc = require('solc')

/** Sources forge names without sending their content, relative to its working directory. */
function fromDisk(path) {
  try {
    return { contents: readFileSync(resolve(path), 'utf8') }
  } catch (error) {
    return { error: error.message }
  }
}

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: fromDisk }))
}
