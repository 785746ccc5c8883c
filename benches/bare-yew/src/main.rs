//! A counter.

use yew::prelude::*;

#[function_component]
fn App() -> Html {
    let count = use_state(|| 0);
    let onclick = {
        let count = count.clone();
        move |_| count.set(*count + 1)
    };
    html! { <main><button {onclick}>{ "One more" }</button><p>{ *count }</p></main> }
}

fn main() {
    yew::Renderer::<App>::new().render();
}
