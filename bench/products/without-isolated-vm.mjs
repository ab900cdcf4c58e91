/**
 * Import hook for Directus: replaces the native package `isolated-vm` by an empty one. Only scripts of flows and sandboxed
 * extensions use it, and it has no prebuilt version in its package.
 */
import { registerHooks } from 'node:module'

const url = 'empty:isolated-vm'

registerHooks({
  resolve: (name, context, next) =>
    name === 'isolated-vm' ? { url, format: 'commonjs', shortCircuit: true } : next(name, context),
  load: (path, context, next) =>
    path === url
      ? { format: 'commonjs', source: 'module.exports = {}', shortCircuit: true }
      : next(path, context),
})
