// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {AuraAccount} from "./AuraAccount.sol";

/// @title Maker of accounts that passkeys and wallets own
/// @notice An account's address follows from its first key, so it is known, and can be paid, before the account is there.
/// Anybody may make it. The factory has no owner and no power over what it made, and its calls mean nothing to anybody.
contract AuraAccountFactory {
    /// @notice What every account is a clone of, and what checks passkeys: the first 20 bytes of each.
    address public immutable implementation;

    constructor() {
        implementation = address(new AuraAccount());
    }

    /// @notice Makes the account of a first key, once; returns its address.
    function createAccount(bytes calldata key) public returns (address account) {
        account = accountOf(key);
        if (account.code.length > 0) return account;
        Clones.cloneDeterministic(implementation, keccak256(key));
        AuraAccount(payable(account)).setUp(key);
    }

    /// @notice Makes the account of a first key if it is not there yet, and then calls `to`: a payment that the account
    /// signed before it existed.
    function createAndCall(bytes calldata key, address to, bytes calldata data) external {
        createAccount(key);
        Address.functionCall(to, data);
    }

    /// @notice The address of the account of a first key, also before it is made.
    function accountOf(bytes calldata key) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, keccak256(key));
    }
}
