#!/usr/bin/env node
/**
 * The compiler as forge wants it: a program that says its version and compiles standard JSON from its input. It is the
 * one from npm, so that nothing is downloaded and everybody compiles with the same.
 */
const { readFileSync } = require('node:fs')
const { resolve } = require('node:path')
const solc = require('solc')

/** Sources that forge names but does not send along, by their path from where it runs. */
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
