/* Passkeys of this browser: made, and asked to sign a challenge of the server. */
import { t } from "../language";
import { api, Problem, type Schema } from "../api";

type Credential = Schema<"PasskeyProof">["credential"];

/** Passkeys belong to a host name, so there are none for a bare address. */
export const passkeysHere = (): boolean =>
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);

function asJson(made: unknown): Credential {
  if (!(made instanceof PublicKeyCredential)) throw new Problem("second_factor_refused", t("The device gave no passkey."));
  return made.toJSON() as Credential;
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException) throw new Problem("second_factor_refused", t("The device gave no passkey."));
    throw error;
  }
}

/** A passkey of this site signs a fresh challenge. */
export async function signed(): Promise<{ challenge: string; credential: Credential }> {
  const { challenge, options } = await api.post("/api/session/passkey/challenge");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return { challenge, credential: asJson(await asked(() => navigator.credentials.get({ publicKey }))) };
}

/** The browser makes a passkey, and the server keeps it; recovery codes come with the first factor. */
export async function make(name: string): Promise<readonly string[]> {
  const { challenge, options } = await api.post("/api/second-factors/passkey");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const credential = asJson(await asked(() => navigator.credentials.create({ publicKey })));
  return (await api.post("/api/second-factors/passkey/confirm", { body: { name, challenge, credential } })).codes;
}
