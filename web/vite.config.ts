import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vite";

/** Files of the build beside their compressed forms, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle(options, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(js|css|svg|html)$/.test(fileName)) continue;
        const path = join(options.dir ?? "", fileName);
        const source = readFileSync(path); // as it was written: other plugins change it until the last moment
        if (source.length < 600) continue;
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(source, best));
      }
    },
  };
}

/** The packages whose code is in the pages, for the package's bill of materials. */
function listed(): Plugin {
  return {
    name: "listed",
    apply: "build",
    writeBundle(options, bundle) {
      const found = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
          const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
          if (name) found.add(name);
        }
      }
      writeFileSync(join(options.dir ?? "", "bundled.json"), JSON.stringify([...found].sort()));
    },
  };
}

const server = process.env.CROUPIER_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), compressed(), listed()],
  build: {
    outDir: "../src/croupier/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the policy of the pages allows no data: but images
    modulePreload: { polyfill: false }, // an inline script, which the policy refuses
    manifest: "manifest.json",
    rolldownOptions: {
      checks: { bundlerTimings: false }, // how long a slow machine took is no warning
      // Small parts that many pages share are one file: each file costs 700 bytes of headers.
      output: { codeSplitting: { groups: [{ name: "shared", test: /\/src\/lib\//, minShareCount: 4 }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/schema", "/health", "/metrics"].map((path) => [
        path,
        { target: server, ws: true, changeOrigin: false },
      ]),
    ),
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
