/* The pages of the floor, each with the permission that it needs. */
import type { Permission } from "../../lib/session.svelte";

export interface FloorPage {
  /** The part after /floor/; empty for the floor itself. */
  id: "" | "jackpots" | "rotation" | "meters" | "chips" | "tax-forms" | "significant" | "hold" | "reports" | "watch" | "protection" | "submissions" | "tables" | "people";
  label: string;
  permission: Permission;
}

export const PAGES: readonly FloorPage[] = [
  { id: "", label: "Tables", permission: "floor" },
  { id: "jackpots", label: "Jackpots", permission: "floor" },
  { id: "rotation", label: "Rotation", permission: "floor" },
  { id: "meters", label: "Meters", permission: "floor" },
  { id: "chips", label: "Chips", permission: "chips" },
  { id: "tax-forms", label: "Tax forms", permission: "floor" },
  { id: "hold", label: "Hold", permission: "hold" },
  { id: "reports", label: "Reports", permission: "hold" },
  { id: "watch", label: "Watch", permission: "hold" },
  { id: "protection", label: "Protection", permission: "hold" },
  { id: "significant", label: "Significant events", permission: "significant" },
  { id: "submissions", label: "Submissions", permission: "submissions" },
  { id: "tables", label: "Set up", permission: "set_up_tables" },
  { id: "people", label: "People", permission: "people" },
];
