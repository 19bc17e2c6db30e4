import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { loadLanguage } from "./lib/language";

const target = document.getElementById("app");
if (!target) throw new Error("no place for the page");
void loadLanguage().then(() => mount(App, { target }));
