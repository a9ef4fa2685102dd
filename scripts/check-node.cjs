// Runs before every script, on any version of Node: plain old JavaScript, so that an old one can say what is wrong.
var fs = require('fs')
var path = require('path')

var needed = 24
var running = process.versions.node
var root = path.join(__dirname, '..')

if (parseInt(running, 10) < needed) {
  console.error(
    'Carrel needs Node ' +
      needed +
      ' or newer and this is Node ' +
      running +
      ': run "npm ci", which brings the right one on Linux and Windows; elsewhere install it from nodejs.org.',
  )
  process.exit(1)
}
if (!fs.existsSync(path.join(root, 'node_modules')) && !fs.existsSync(path.join(root, 'dist', 'server', 'main.js'))) {
  console.error('Dependencies are not installed: run "npm ci" first.')
  process.exit(1)
}
